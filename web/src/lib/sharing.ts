// Handing a link on, the way this device does it: its own share sheet, else the clipboard, else to be selected by hand.

/** Is there a share sheet? Browsers have one on HTTPS alone, and few on a desk. */
export function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** True: it was handed on, or whoever saw the sheet thought better of it. */
export async function shareLink(url: string | null, text: string): Promise<boolean> {
  if (!canShare()) return false;
  try {
    await navigator.share({ text, ...(url !== null && { url }) });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** The clipboard exists on HTTPS alone; elsewhere the old way, through a field that holds the text. */
export async function copyText(text: string, field?: HTMLInputElement): Promise<boolean> {
  field?.select();
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    if (clipboard) {
      await clipboard.writeText(text);
      return true;
    }
    return field ? copySelection() : copyThroughField(text);
  } catch {
    return false;
  }
}

function copySelection(): boolean {
  return document.execCommand("copy"); // eslint-disable-line @typescript-eslint/no-deprecated -- all there is on HTTP
}

/** Copy a text that no field on the page holds, and give the focus back. */
function copyThroughField(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  field.focus({ preventScroll: true });
  field.select();
  try {
    return copySelection();
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
