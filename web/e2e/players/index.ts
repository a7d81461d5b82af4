// Who plays a game: players/<game>.ts, which exports a player under the game's id; else somebody who pushes whatever
// can be pushed. A game needs no player of its own to be played here, only to be played well.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { anybody, type Player } from "./player.ts";

/** A whole match of the fewest players takes a hundred moves and more of each. */
export const LASTS_LONG: ReadonlySet<string> = new Set(["push"]);

export const hasPlayer = (game: string): boolean => existsSync(resolve(import.meta.dirname, `${game}.ts`));

export async function playerOf(game: string): Promise<Player> {
  if (!hasPlayer(game)) return anybody();
  const found = (await import(`./${game}.ts`)) as Readonly<Record<string, Player>>;
  const player = found[game];
  if (!player) throw new Error(`web/e2e/players/${game}.ts: expected it to export a player called \`${game}\``);
  return player;
}
