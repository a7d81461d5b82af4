// Ask keys: letters that are answered in words. They work at the table only, and can be switched off (WCAG 2.1.4).
import { say } from "../lib/i18n/words.svelte.ts";
import type { BoardProps, Voice } from "./board.ts";

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

/** What an answer is made of. */
export interface Asked {
  readonly given: BoardProps;
  /** The game's own answers. */
  readonly voice: Voice;
  /** Whose turn it is, as the stage tells it. */
  readonly turn: string;
  /** The latest event. */
  readonly last: { readonly event: string } | undefined;
  /** Why the last try was not possible. */
  readonly reason: string;
}

/** The answer in words; where a game has no voice of its own, from what every view has. */
export function answerTo(question: Question, { given, voice, turn, last, reason }: Asked): string {
  const { teller, legal, view } = given;
  const scores = view["scores"] as readonly number[] | undefined;
  switch (question) {
    case "last":
      return last ? teller.event(last) : say("web.table.log-empty");
    case "hand":
      return voice.hand?.(given) ?? (legal.map((each) => teller.move(each)).join(", ") || say("web.table.chances-none"));
    case "turn":
      return turn;
    case "scores":
      return voice.scores?.(given) ?? (scores ? scores.map((points, seat) => `${teller.player(seat)} ${points}`).join(", ") : say("web.keys.no-scores"));
    case "piles":
      return voice.piles?.(given) ?? turn;
    case "why":
      return reason || say("web.keys.nothing-refused");
    case "help":
      return "";
  }
}
