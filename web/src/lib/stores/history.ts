// What this device remembers of its own tables and matches, so that the first page can lead back to them.
import { keep, kept } from "../keep.ts";

export interface KnownTable {
  readonly code: string;
  readonly game: string;
  /** When this device was last there, in milliseconds since 1970. */
  readonly at: number;
}

export interface PastMatch {
  readonly id: string;
  readonly game: string;
  readonly names: readonly string[];
  readonly faces: readonly string[];
  /** Whose eyes it was seen with; null: a spectator's. */
  readonly seat: number | null;
  readonly ranks: readonly number[];
  /** Where the game counts points; matches that were remembered long ago have none. */
  readonly scores?: readonly number[] | null;
  readonly at: number;
}

/** The best this device has done alone at a game, and in which match. */
export interface Best {
  readonly points: number;
  readonly match: string;
}

const TABLES = "tables";
const MATCHES = "matches";
const BESTS = "bests";
const MOST_TABLES = 8;
const MOST_MATCHES = 40;

function list(key: string): readonly unknown[] {
  const found = kept(key);
  return Array.isArray(found) ? found : [];
}

/** The latest first. */
export const knownTables = (): readonly KnownTable[] => list(TABLES) as readonly KnownTable[];
export const pastMatches = (): readonly PastMatch[] => list(MATCHES) as readonly PastMatch[];

export function noteTable(code: string, game: string, at: number = Date.now()): void {
  keep(TABLES, [{ code, game, at }, ...knownTables().filter((table) => table.code !== code)].slice(0, MOST_TABLES));
}

export function forgetTable(code: string): void {
  keep(TABLES, knownTables().filter((table) => table.code !== code));
}

export function noteMatch(match: PastMatch): void {
  if (pastMatches().some(({ id }) => id === match.id)) return;
  keep(MATCHES, [match, ...pastMatches()].slice(0, MOST_MATCHES));
  const points = match.seat === 0 && match.ranks.length === 1 ? match.scores?.[0] : undefined;
  if (points !== undefined && isBest(match.game, match.id, points)) keep(BESTS, { ...bests(), [match.game]: { points, match: match.id } });
}

const bests = (): Readonly<Record<string, Best>> => (kept(BESTS) ?? {}) as Readonly<Record<string, Best>>;

/** What somebody alone at this game has to beat on this device; kept when the matches themselves are forgotten. */
export const bestAlone = (game: string): Best | null => bests()[game] ?? null;

/** Is this match the best one, whether it has been noted yet or not? */
export function isBest(game: string, match: string, points: number): boolean {
  const best = bestAlone(game);
  return best === null || best.match === match || points > best.points;
}

/** How long ago a day was, in days of the calendar of this device. */
export function daysSince(at: number, now: number = Date.now()): number {
  const day = (ms: number) => new Date(ms).setHours(0, 0, 0, 0);
  return Math.max(0, Math.round((day(now) - day(at)) / 86_400_000));
}
