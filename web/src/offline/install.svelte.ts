// Installing the page as an app. Browsers ask for it where they allow it: over HTTPS, or on this machine, and where it is
// not installed yet. What they offer is kept until somebody wants it.
import { keep, kept } from "../lib/keep.ts";

/** Not in the standard: https://wicg.github.io/manifest-incubations/ */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

const DECLINED = "install-declined";

class Install {
  offered: InstallEvent | null = $state.raw(null);

  start(): void {
    if (!window.isSecureContext || kept(DECLINED) === true) return;
    window.addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.offered = event as InstallEvent;
    });
    window.addEventListener("appinstalled", () => (this.offered = null));
  }

  /** A browser's own question follows; it can be asked once. */
  async now(): Promise<void> {
    const { offered } = this;
    this.offered = null;
    await offered?.prompt();
  }

  decline(): void {
    this.offered = null;
    keep(DECLINED, true);
  }
}

export const install = new Install();
