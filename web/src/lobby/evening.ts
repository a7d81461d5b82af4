// The evening's tally, as the pages show it.
import type { EveningPlayerInfo, TableInfo } from "../wire.gen.ts";

export interface TallyRow {
  readonly player: EveningPlayerInfo;
  /** The colour they have at the table now; nothing: they have left. */
  readonly seat: number | null;
}

/** Best first; those who have neither a point nor a place any more are left out. */
export function tally(table: TableInfo): readonly TallyRow[] {
  return (table.evening?.players ?? [])
    .map((player) => {
      const seat = table.places.findIndex(({ name }) => name === player.name);
      return { player, seat: seat < 0 ? null : seat };
    })
    .filter(({ player, seat }) => seat !== null || player.points);
}

/** Who would play the next match: those whom the game has room for. */
export function nextPlayers(table: TableInfo): number {
  return table.places.filter(({ watches }) => !watches).length;
}
