// Another page has opened without the browser knowing: whoever uses the keyboard or a screen reader begins at its title.

/** Focus the title, as soon as there is one, unless something of the page has the focus. Returns what ends the waiting. */
export function focusPage(): () => void {
  const observer = new MutationObserver(() => isFocused() && observer.disconnect());
  if (!isFocused()) observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function isFocused(): boolean {
  if (document.activeElement && document.activeElement !== document.body) return true;
  const title = document.querySelector("h1");
  if (!title) return false;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  return true;
}
