// Telling somebody who looks elsewhere: only if they allowed it, and only while the page is hidden.

export function canNotify(): boolean {
  return typeof Notification === "function";
}

/** Ask for it, after a touch; true: it is allowed. */
export async function allowNotices(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** `tag`: a newer one takes the place of the one before. */
export async function notify(title: string, body: string, tag: string): Promise<void> {
  if (!canNotify() || Notification.permission !== "granted" || !document.hidden) return;
  const told = { body, tag, icon: "./icon.svg" };
  try {
    const notice = new Notification(title, told);
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Phones want it from a worker, where there is one.
    const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
    const worker = await workers?.getRegistration();
    // The worker leads back to this page: see offline/service.ts.
    await worker?.showNotification(title, { ...told, data: location.href }).catch(() => undefined);
  }
}
