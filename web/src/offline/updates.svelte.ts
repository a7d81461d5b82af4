// The service worker from the page's side: registered when the page has nothing else to do, where that is allowed
// (HTTPS, or this machine). A newer version is offered, never forced.
import { fileAt } from "../lib/routes.ts";

const LATER_MS = 3_000;
/** How often the host is asked for a newer version, while somebody looks at the first page. */
const AGAIN_MS = 15 * 60_000;

class Updates {
  /** A newer version of the page that waits to be used. */
  waiting: ServiceWorker | null = $state.raw(null);
  #found: ServiceWorkerRegistration | undefined;
  #looked = 0;

  start(): void {
    if (!window.isSecureContext || !("serviceWorker" in navigator)) return;
    const register = () => void navigator.serviceWorker.register(fileAt("service.js")).then((found: ServiceWorkerRegistration | undefined) => found && this.#watch(found), () => undefined);
    setTimeout(() => ("requestIdleCallback" in window ? requestIdleCallback(register) : register()), LATER_MS);
    document.addEventListener("visibilitychange", () => this.look());
  }

  /** Is there a newer one? Browsers ask only when a page is opened, and an app may stay open for weeks. */
  look(): void {
    if (document.visibilityState === "hidden" || Date.now() - this.#looked < AGAIN_MS) return;
    this.#looked = Date.now();
    void this.#found?.update().catch(() => undefined);
  }

  use(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.waiting?.postMessage("use-now");
  }

  #watch(found: ServiceWorkerRegistration): void {
    this.#found = found;
    this.#looked = Date.now();
    const seen = () => {
      // Without a controller this is the first one: there is nothing newer about it.
      if (found.waiting && navigator.serviceWorker.controller) this.waiting = found.waiting;
    };
    seen();
    found.addEventListener("updatefound", () => found.installing?.addEventListener("statechange", seen));
  }
}

export const updates = new Updates();
