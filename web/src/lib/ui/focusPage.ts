// Another page has opened without the browser knowing: whoever uses the keyboard or a screen reader begins at its title.

/**
 * Focus the title as soon as there is one, and the next one where it gives way, as a lobby does to the board; until
 * something else is focused. Returns what ends the waiting.
 */
export function focusPage(): () => void {
  const observer = new MutationObserver(() => isElsewhere() && observer.disconnect());
  if (!isElsewhere()) observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Is something other than a title focused? If nothing is, the title is from now on. */
function isElsewhere(): boolean {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) return !activeElement.matches("h1");
  const title = document.querySelector("h1");
  if (title) {
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }
  return false;
}
