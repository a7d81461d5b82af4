// A table's code as people type, paste or scan it.

export const CODE_LENGTH = 6;

/** The letters of a code: from a link, from a message, with spaces or capitals. */
export function readCode(text: string): string {
  const link = /\/t\/([A-Za-z]+)/.exec(text);
  return (link?.[1] ?? text).toLowerCase().replace(/[^a-z]/g, "").slice(0, CODE_LENGTH);
}
