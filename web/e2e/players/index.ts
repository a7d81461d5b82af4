// Who plays a game: players/<game>.ts, which exports a player under the game's id; else somebody who pushes whatever
// can be pushed. A game needs no player of its own to be played here, only to be played well.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { anybody, type Player } from "./player.ts";

/** The fewer play the longer a match is, or the more moves of it are one's own: here it takes fifty and more. */
export const LASTS_LONG: ReadonlySet<string> = new Set(["push", "trio"]);

export const hasPlayer = (game: string): boolean => existsSync(resolve(import.meta.dirname, `${game}.ts`));

export async function playerOf(game: string): Promise<Player> {
  if (!hasPlayer(game)) return anybody();
  const found = (await import(`./${game}.ts`)) as Readonly<Record<string, Player>>;
  const player = found[game];
  if (!player) throw new Error(`web/e2e/players/${game}.ts: expected it to export a player called \`${game}\``);
  return player;
}
