// The screen stays on while a match is on, where the browser allows it: that takes HTTPS.

let lock: WakeLockSentinel | null = null;
let wanted = false;

async function hold(): Promise<void> {
  if (!wanted || lock || !("wakeLock" in navigator) || document.visibilityState !== "visible") return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    lock = null; // A low battery, or the browser's own mind.
  }
}

export function stayAwake(on: boolean): void {
  wanted = on;
  if (on) void hold();
  else void lock?.release();
}

document.addEventListener("visibilitychange", () => void hold());
