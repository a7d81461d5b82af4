// Where a match turned: the moment at which the standing changed most.
import type { Teller } from "../lib/i18n/teller.ts";
import { pointsOf } from "../table/points.ts";
import type { Analysis } from "../wire.gen.ts";
import type { Film } from "./film.ts";

/** After which moment of the match, by the analysis; null: nothing changed. The end itself always changes most. */
export function largestSwing({ moments }: Analysis): number | null {
  return turned(moments.slice(0, moments.length > 2 ? -1 : undefined).map(({ n, standing }) => [n + 1, standing]));
}

/**
 * The same by any numbers of the seats, one row a moment. Where cards are counted one by one, many changes are as large
 * as any: then it is the last of them by which somebody took the lead.
 */
export function turned(rows: readonly (readonly [at: number, values: readonly number[]])[], fewer = false): number | null {
  let [most, found]: [number, number | null] = [0, null];
  let leader: number | null = null;
  for (let index = 1; index < rows.length; index++) {
    const [[, before], [at, after]] = [rows[index - 1]!, rows[index]!];
    if (fewer && dealt(before, after)) {
      leader = null;
      continue;
    }
    const change = Math.max(...after.map((value, seat) => Math.abs(value - (before[seat] ?? value))));
    const first = ahead(after, fewer);
    const leads = first !== null && first !== leader;
    if (change > most || (change === most && change > 0 && leads)) [most, found] = [change, at];
    leader = first ?? leader;
  }
  return found;
}

/** Everybody has got cards and has as many as the others: a deal is nobody's move, though it changes the numbers most. */
function dealt(before: readonly number[], after: readonly number[]): boolean {
  return after.every((value, seat) => value === after[0] && value >= (before[seat] ?? value));
}

/** Who is ahead of all others; nobody when two are. */
function ahead(values: readonly number[], fewer: boolean): number | null {
  const best = fewer ? Math.min(...values) : Math.max(...values);
  return values.filter((value) => value === best).length === 1 ? values.indexOf(best) : null;
}

/** By what the game counts at the table: at hand at once, and in games that nobody analyses. */
export async function countedSwing(film: Film, teller: Teller): Promise<number | null> {
  const points = await pointsOf(film.header.game);
  const voice = teller.at(film.header.game, film.names, null);
  let fewer = false;
  const rows = Array.from({ length: film.length + 1 }, (_, at): readonly [number, readonly number[]] => {
    const { view, preview } = film.moment(at);
    const column = points({ view, preview, teller: voice }).find((each) => each.fewer);
    fewer ||= column !== undefined;
    return [at, (column?.values ?? (view["scores"] as number[] | undefined) ?? []).map(Number)];
  });
  return turned(rows, fewer);
}
