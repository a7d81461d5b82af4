// Opening a table: for friends, or to play at once with bots at the free seats.
import type { GameInfo, Opened } from "../wire.gen.ts";
import { keep } from "./keep.ts";
import { ownPaces } from "./paces.ts";
import { api } from "./net/api.ts";
import { router } from "./router.svelte.ts";
import type { Who } from "./ui/asking.svelte.ts";

/** Company enough, and not a crowd. */
const TOGETHER = 3;

export async function openTable(game: GameInfo, { name, face }: Who, withBots: boolean): Promise<void> {
  const opened: Opened = await api.open({ game: game.id, name, face, settings: { paces: ownPaces() } }, withBots);
  const code = opened.table.code;
  if (withBots) {
    const seats = Math.min(game.most, Math.max(game.least, TOGETHER));
    for (let seat = 1; seat < seats; seat++) await api.addBot(code, {});
    keep(`start:${code}`, true, { session: true });
  }
  router.go(`t/${code}`);
}
