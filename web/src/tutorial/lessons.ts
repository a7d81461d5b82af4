// Lessons that the engine has played beforehand: games/<g>/tutorial.gen.json, made by tools/tutorials.py from the
// scenarios in the folder of each game. What is seen, allowed, refused and would happen stands there; nothing is judged here.
import type { GameEvent, Refusal } from "../lib/i18n/teller.ts";

export const LEARNER = 0;

export interface Moment {
  readonly view: Readonly<Record<string, unknown>>;
  readonly preview: unknown;
  /** What led here. */
  readonly events?: readonly GameEvent[];
  /** What is done next; none: there is only something to read. */
  readonly move?: { readonly by: number; readonly act: string } | null;
  readonly legal?: readonly string[];
  readonly refused?: Readonly<Record<string, Refusal>>;
  /** What other allowed acts would have brought about. */
  readonly would?: Readonly<Record<string, readonly GameEvent[]>>;
}

export interface Lesson {
  readonly players: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly moments: readonly Moment[];
}

const LESSONS = import.meta.glob<{ default: readonly Lesson[] }>("../games/*/tutorial.gen.json");

/** The games that have lessons. */
export const TAUGHT: readonly string[] = Object.keys(LESSONS).map((path) => path.split("/").at(-2)!);

export async function lessonsOf(game: string): Promise<readonly Lesson[]> {
  const load = LESSONS[`../games/${game}/tutorial.gen.json`];
  return load ? (await load()).default : [];
}

export type Tried =
  | { readonly what: "right" }
  | { readonly what: "refused"; readonly why: Refusal }
  | { readonly what: "instead"; readonly events: readonly GameEvent[] }
  | { readonly what: "unknown" };

/** What becomes of an act. The top that a card was laid on goes without saying: nobody else moves in a lesson. */
export function tried(moment: Moment, text: string): Tried {
  const act = text.split(" on ")[0]!;
  if (moment.move?.by === LEARNER && moment.move.act === act) return { what: "right" };
  const why = moment.refused?.[act];
  if (why) return { what: "refused", why };
  const events = moment.would?.[act];
  return events ? { what: "instead", events } : { what: "unknown" };
}
