// The service worker from the page's side: registered when the page has nothing else to do, where that is allowed
// (HTTPS, or this machine). A newer version is offered, never forced.
import { fileAt } from "../lib/routes.ts";

const LATER_MS = 3_000;

class Updates {
  /** A newer version of the page that waits to be used. */
  waiting: ServiceWorker | null = $state.raw(null);

  start(): void {
    if (!window.isSecureContext || !("serviceWorker" in navigator)) return;
    const register = () => void navigator.serviceWorker.register(fileAt("service.js")).then((found: ServiceWorkerRegistration | undefined) => found && this.#watch(found), () => undefined);
    setTimeout(() => ("requestIdleCallback" in window ? requestIdleCallback(register) : register()), LATER_MS);
  }

  use(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.waiting?.postMessage("use-now");
  }

  #watch(found: ServiceWorkerRegistration): void {
    const look = () => {
      // Without a controller this is the first one: there is nothing newer about it.
      if (found.waiting && navigator.serviceWorker.controller) this.waiting = found.waiting;
    };
    look();
    found.addEventListener("updatefound", () => found.installing?.addEventListener("statechange", look));
  }
}

export const updates = new Updates();
