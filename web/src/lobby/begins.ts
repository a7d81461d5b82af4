// Who begins, and why: the game's own rule, then how the seats came into their order.
import type { Teller } from "../lib/i18n/teller.ts";
import { say } from "../lib/i18n/words.svelte.ts";
import { href } from "../lib/routes.ts";
import type { TableInfo } from "../wire.gen.ts";

export function begins(table: TableInfo, teller: Teller): string {
  const first = table.places.find(({ watches }) => !watches);
  if (!first || !teller.has(`${teller.game}.begins`)) return "";
  return `${teller.own("begins", { name: first.name })} ${say(`web.lobby.order-${table.order ?? "came"}`)}`;
}

export interface RuleLink {
  readonly href: string;
  readonly title: string;
}

/** The game's rule about it, for whoever asks: nobody has to read its number. */
export function beginsRule(teller: Teller): RuleLink | null {
  if (!teller.has(`${teller.game}.begins-rule`)) return null;
  const rule = teller.own("begins-rule");
  return { href: `${href(`rules/${teller.game}`)}#${rule}`, title: say("web.rules.read", { rule }) };
}
