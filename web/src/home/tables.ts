// Which of one's own tables the first page leads back to, and in which order.
import type { OwnPlace, TableInfo } from "../wire.gen.ts";

/** The last match is over. A table that the server has let go of meanwhile is in its lobby again, but knows that match. */
export function isFinished({ phase, match }: TableInfo): boolean {
  return phase === "over" || ((phase ?? "lobby") === "lobby" && Boolean(match));
}

/** A table where a match is on or to come, or where other people still are. */
export function isAwaited({ table, place }: OwnPlace): boolean {
  return !isFinished(table) || table.places.some(({ id, kind, present }) => kind === "human" && id !== place && present !== false);
}

/** Running matches come first, finished ones last. */
export function byUrgency(tables: readonly OwnPlace[]): readonly OwnPlace[] {
  const rank = ({ table }: OwnPlace) => (table.phase === "playing" ? 0 : isFinished(table) ? 2 : 1);
  return [...tables].sort((one, other) => rank(one) - rank(other));
}
