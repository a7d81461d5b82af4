// How the points came about: games/<g>/points.ts, found by the game's id. It shows what the view tells, column by column.
import type { Teller } from "../lib/i18n/teller.ts";
import type { Games } from "../wire.gen.ts";

export interface Column {
  readonly title: string;
  /** By seat. */
  readonly values: readonly (string | number)[];
  /** The fewer the better: what bars are drawn by in a game without points. */
  readonly fewer?: boolean;
}

export interface PointsOf<G extends keyof Games> {
  readonly view: Games[G]["view"];
  readonly preview: Games[G]["preview"];
  readonly teller: Teller;
}

export type Points<G extends keyof Games> = (given: PointsOf<G>) => readonly Column[];

type AnyPoints = (given: { view: unknown; preview: unknown; teller: Teller }) => readonly Column[];
const POINTS = import.meta.glob<{ default: AnyPoints }>("../games/*/points.ts");

export async function pointsOf(game: string): Promise<AnyPoints> {
  const load = POINTS[`../games/${game}/points.ts`];
  return load ? (await load()).default : () => [];
}
