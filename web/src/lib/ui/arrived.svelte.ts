// Parts of the page and its languages are files of their own, fetched when they are needed. Browsers remember that one did
// not come until the page is loaded again: so that is what somebody is asked to do (Missing.svelte).

class Missing {
  /** Somebody waits for a part of the page that did not come. */
  isTold: boolean = $state(false);
}

export const missing = new Missing();

/** What is loaded. Where it does not come that is told, and whoever waits goes on waiting. */
export function arrived<T>(load: () => Promise<T>): Promise<T> {
  return load().catch(() => {
    missing.isTold = true;
    return new Promise<never>(() => undefined);
  });
}
