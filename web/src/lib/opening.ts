// Opening a table: for friends, or to play at once with bots at the free seats.
import type { GameInfo, Opened } from "../wire.gen.ts";
import { keep } from "./keep.ts";
import { ownPaces } from "./paces.ts";
import { api } from "./net/api.ts";
import { router } from "./router.svelte.ts";
import type { Who } from "./ui/asking.svelte.ts";

/** Company enough, and not a crowd. */
const TOGETHER = 3;

/** Cards to play again: their deal number, and what they were played with. */
export interface SameCards {
  readonly number: string;
  readonly players?: number;
  readonly options?: Readonly<Record<string, unknown>>;
}

export async function openTable(game: GameInfo, { name, face }: Who, withBots: boolean, cards?: SameCards): Promise<void> {
  const settings = { paces: ownPaces(), ...(cards && { deal_number: cards.number }) };
  const opened: Opened = await api.open({ game: game.id, name, face, settings, ...(cards?.options && { options: cards.options }) }, withBots);
  const code = opened.table.code;
  if (withBots) {
    const seats = cards?.players ?? Math.min(game.most, Math.max(game.least, TOGETHER));
    for (let seat = 1; seat < seats; seat++) await api.addBot(code, {});
    keep(`start:${code}`, true, { session: true });
  }
  router.go(`t/${code}`);
}
