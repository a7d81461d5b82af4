// What can wait is done when whoever opened the page can act already, and the page has nothing else to do.

/** The first act comes first: on a slow connection nothing else is fetched before it. */
const FIRST_MS = 2000;
/** Browsers that are never idle, or cannot tell, do it then. */
const LATEST_MS = 2000;

/** Do something then; what is returned calls it off. */
export function whenIdle(what: () => void): () => void {
  let idle = 0;
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === "function") idle = requestIdleCallback(what, { timeout: LATEST_MS });
    else what();
  }, FIRST_MS);
  return () => {
    clearTimeout(timer);
    if (idle) cancelIdleCallback(idle);
  };
}
