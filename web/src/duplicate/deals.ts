// Deal numbers, as people type, paste and share them, what a table says of the next one, and how results are written.
import { say, words } from "../lib/i18n/words.svelte.ts";
import { isDealNumber } from "../lib/fairdeal.ts";
import type { DealInfo, TableInfo } from "../wire.gen.ts";

export type DealKind = "none" | "new" | "given";
export const KINDS: readonly DealKind[] = ["none", "new", "given"];

/** More of them are not added up. */
const MOST_NUMBERS = 12;

/** A number from a link, from a message, with spaces or small letters; empty: it is none. */
export function readNumber(text: string): string {
  const link = /\/deal\/([0-9A-Za-z]+)/.exec(text);
  const number = (link?.[1] ?? text).replace(/[\s-]/g, "").toUpperCase();
  return isDealNumber(number) ? number : "";
}

/** Several of them, with commas between. */
export function readNumbers(text: string): readonly string[] {
  return [...new Set(text.split(",").map(readNumber).filter(Boolean))].slice(0, MOST_NUMBERS);
}

/** Whether the next match of a table has a number: nobody is told which. */
export function kindAt(table: TableInfo): DealKind {
  return (table.settings["deal_number"] ?? "none") as DealKind;
}

export function titleOf(deal: DealInfo): string {
  const game = words.teller!.say(`${deal.game}.name`);
  return say("deal.title", { number: deal.number, game, players: deal.means.length, matches: deal.matches.length });
}

const MINUS = "\u2212";

/** With so many digits behind the mark, and none where they would be zero. */
export function decimal(value: number, digits = 1): string {
  const whole = Number(value.toFixed(Math.max(digits, Number.isInteger(value) ? 0 : 1)));
  return String(Math.abs(whole)).replace(".", say("decimal")).replace(/^/, whole < 0 ? MINUS : "");
}

/** The same with a plus. */
export function above(value: number): string {
  const told = decimal(value);
  return Number(value.toFixed(1)) > 0 ? `+${told}` : told;
}
