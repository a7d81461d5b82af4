// Bots that play at one's pace: how fast they have become with the person at this device, by game.
import type { TableInfo } from "../wire.gen.ts";
import { keep, kept } from "./keep.ts";

const KEY = "paces";
/** What the server takes. */
const FASTEST = 0.25;
const SLOWEST = 3;

const valid = (pace: unknown): pace is number => typeof pace === "number" && pace >= FASTEST && pace <= SLOWEST;

/** By game; what a table begins with. */
export function ownPaces(): Record<string, number> {
  const found = kept(KEY);
  return found && typeof found === "object" ? Object.fromEntries(Object.entries(found).filter(([, pace]) => valid(pace))) : {};
}

/** After a match the table tells how fast its bots have become: that is one's own pace if nobody else played. */
export function keepPace(table: TableInfo, place: number | null): void {
  const people = table.places.filter((each) => each.kind === "human");
  const pace: unknown = (table.settings["paces"] as Record<string, unknown> | undefined)?.[table.game];
  const follows = table.places.some((each) => each.level === "match");
  if (table.phase === "over" && follows && valid(pace) && people.length === 1 && people[0]!.id === place) keep(KEY, { ...ownPaces(), [table.game]: pace });
}
