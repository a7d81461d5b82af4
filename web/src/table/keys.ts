// Ask keys: letters that are answered in words. They work at the table only, and can be switched off (WCAG 2.1.4).
export type Question = "last" | "hand" | "turn" | "scores" | "piles" | "why" | "help";

export const ASK_KEYS: Readonly<Record<string, Question>> = {
  l: "last",
  h: "hand",
  t: "turn",
  s: "scores",
  p: "piles",
  w: "why",
  "?": "help",
};

/** Which question a key asks; none while somebody types, or with a modifier (Shift is how some keyboards write `?`). */
export function asked(event: KeyboardEvent, letters: boolean): Question | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target as Element | null;
  if (target?.closest("input, textarea, select, dialog, [contenteditable]")) return null;
  const question = ASK_KEYS[event.key.toLowerCase()] ?? null;
  return question === "help" || letters ? question : null;
}
