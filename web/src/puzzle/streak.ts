// Puzzles of the day solved at the first try, day after day, kept on this device: the same law as cli/puzzle.py's.
import { keep, kept } from "../lib/keep.ts";

const KEY = "puzzles";
const DAY_MS = 86_400_000;

export interface Streak {
  /** The last day on which the puzzle was solved or missed. */
  readonly last: string;
  readonly days: number;
}

/** A day as the catalogue of puzzles knows it: the date where the player is. */
export function dayOf(now: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** After the puzzle of a day: what was solved once stays solved, and a day left out begins again. */
export function after(before: Streak | null, day: string, tries: number): Streak {
  if (before?.last === day) return before;
  if (tries !== 1) return { last: day, days: 0 };
  const follows = before !== null && Date.parse(day) - Date.parse(before.last) === DAY_MS;
  return { last: day, days: follows ? before.days + 1 : 1 };
}

function known(): Readonly<Record<string, Streak>> {
  const found = kept(KEY);
  return typeof found === "object" && found !== null ? (found as Record<string, Streak>) : {};
}

function isStreak(found: Partial<Streak> | undefined): found is Streak {
  return typeof found?.last === "string" && Number.isInteger(found.days);
}

/** Keep what solving today's puzzle makes of the streak. */
export function keepStreak(game: string, day: string, tries: number): Streak {
  const found = known()[game];
  const streak = after(isStreak(found) ? found : null, day, tries);
  keep(KEY, { ...known(), [game]: streak });
  return streak;
}
