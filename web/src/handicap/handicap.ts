// Head starts as the pages tell them: milliseconds in a race, points in a game of turns.
import { say } from "../lib/i18n/words.svelte.ts";
import { games } from "../lib/stores/games.svelte.ts";
import type { PlaceInfo, TableInfo } from "../wire.gen.ts";

export type Way = "off" | "hand" | "learnt";
export const WAYS: readonly Way[] = ["off", "hand", "learnt"];

type Tempo = "turns" | "calls" | "hands";

/** The largest there is, and how far one step of a number field goes. */
export const LIMITS: Readonly<Record<Tempo, { readonly most: number; readonly step: number }>> = {
  turns: { most: 99, step: 1 },
  calls: { most: 3000, step: 50 },
  hands: { most: 1000, step: 50 },
};

export function tempoOf(game: string): Tempo {
  return games.of(game)?.tempo ?? "turns";
}

/** "+350 ms", "+8 points". */
export function shortStart(game: string, start: number): string {
  return say(tempoOf(game) === "turns" ? "web.handicap.points" : "web.handicap.ms", { start });
}

/** The same in a sentence, for whoever hears it. */
export function longStart(game: string, start: number): string {
  return say("web.handicap.has", { start: shortStart(game, start) });
}

export interface HeadStart {
  readonly start: number;
  readonly told: string;
}

/** A seat's; nothing when it has none. */
export function headStart(game: string, start = 0): HeadStart | undefined {
  return start ? { start, told: longStart(game, start) } : undefined;
}

/** Those that are added to the points, by seat; none in a race. */
export function inPoints(game: string, starts: readonly number[] | undefined): readonly number[] {
  return tempoOf(game) === "turns" ? (starts ?? []) : [];
}

/** What the host's number fields are for: whoever plays next and can have a head start. */
export function fieldsOf(table: TableInfo): readonly PlaceInfo[] {
  return table.places.filter((place) => !place.watches && !(place.level === "match" && tempoOf(table.game) !== "turns"));
}

/** The setting `head_starts` with one number changed, or begun with those that the table shows now. */
export function chosen(table: TableInfo, name = "", start = 0): Record<string, Record<string, number>> {
  const before = (table.settings["head_starts"] ?? {}) as Record<string, Record<string, number>>;
  const shown = Object.fromEntries(table.places.filter((place) => place.head_start).map((place) => [place.name.toLowerCase(), place.head_start!]));
  const own = { ...(name ? before[table.game] : {}), ...shown, ...(name && { [name.toLowerCase()]: start }) };
  return { ...before, [table.game]: own };
}
