// Luck and skill in a match, as the server weighed it: lines for the chart, and what cost most.
import type { Analysis, Decision } from "../wire.gen.ts";

export const WIDTH = 600;
export const HEIGHT = 200;
/** As in arena/match_chart.py: nobody needs to tell colours apart. */
export const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 4", "1 3"] as const;
const WORST = 5;

export interface Choice extends Decision {
  readonly lost: number;
}

/** Between what the lines run. */
export function bounds(analysis: Analysis): readonly [low: number, top: number] {
  if (analysis.unit === "chance") return [0, 1];
  const values = analysis.moments.flatMap((moment) => moment.standing);
  return [Math.min(0, ...values), Math.max(1, ...values)];
}

/** Where a moment of the match lies across the chart: moment `at` is after act `at - 1`. */
export function across(at: number, length: number): number {
  return (WIDTH * at) / Math.max(1, length);
}

/** Each player's line as the points of an SVG polyline. */
export function lines(analysis: Analysis, length: number): string[] {
  const [low, top] = bounds(analysis);
  return analysis.lost.map((_, seat) =>
    analysis.moments
      .map(({ n, standing }) => `${across(n + 1, length).toFixed(1)},${((HEIGHT * (top - standing[seat]!)) / (top - low)).toFixed(1)}`)
      .join(" "),
  );
}

/** What cost most, in the order it happened. */
export function costliest(analysis: Analysis): Choice[] {
  const least = analysis.unit === "chance" ? 0.005 : 0.5;
  return analysis.decisions
    .map((decision) => ({ ...decision, lost: decision.best_worth - decision.worth }))
    .filter(({ lost }) => lost >= least)
    .sort((one, other) => other.lost - one.lost)
    .slice(0, WORST)
    .sort((one, other) => one.n - other.n);
}
