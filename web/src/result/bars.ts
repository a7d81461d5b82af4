// How a match came out, as bars: by points, or where there are none by what the game counts instead.
import type { Column } from "../table/points.ts";
import type { Outcome } from "../wire.gen.ts";

export interface Bar {
  readonly seat: number;
  readonly rank: number;
  /** The number beside the bar; null: there is none. */
  readonly value: number | null;
  /** The head start that is added to it. */
  readonly start: number;
  /** How long the bar is, 0 to 1. */
  readonly share: number;
}

/** Even the last has something to show. */
const LEAST = 0.04;

/** In order of the places; `starts` are head starts in points, by seat. */
export function bars(outcome: Outcome, columns: readonly Column[], starts: readonly number[] = []): readonly Bar[] {
  const values = outcome.scores ?? numbers(columns.find(({ fewer }) => fewer));
  const fewer = !outcome.scores;
  const sums = values?.map((value, seat) => value + (starts[seat] ?? 0));
  const top = Math.max(1, ...(sums ?? []));
  const least = fewer ? Math.min(...(sums ?? []).filter((_, seat) => outcome.ranks[seat] === 1)) : 0;
  return outcome.ranks
    .map((rank, seat) => {
      const value = values?.[seat] ?? null;
      const sum = sums?.[seat] ?? null;
      // Whoever has less left than the winner was put out of the match: that is nothing to boast of.
      const counted = sum === null ? 1 / rank : fewer ? (sum < least ? 0 : 1 - sum / (top + 1)) : sum / top;
      const share = rank === 1 ? 1 : counted;
      return { seat, rank, value, start: starts[seat] ?? 0, share: Math.min(1, Math.max(LEAST, share)) };
    })
    .sort((a, b) => a.rank - b.rank || a.seat - b.seat);
}

function numbers(column: Column | undefined): readonly number[] | null {
  const values = column?.values;
  return values?.every((value) => typeof value === "number") ? values : null;
}
