// Who begins, and why: the game's own rule, then how the seats came into their order.
import type { Teller } from "../lib/i18n/teller.ts";
import { say } from "../lib/i18n/words.svelte.ts";
import type { TableInfo } from "../wire.gen.ts";

export function begins(table: TableInfo, teller: Teller): string {
  const first = table.places.find(({ watches }) => !watches);
  if (!first || !teller.has(`${teller.game}.begins`)) return "";
  return `${teller.own("begins", { name: first.name })} ${say(`web.lobby.order-${table.order ?? "came"}`)}`;
}
