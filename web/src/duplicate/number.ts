// Deal numbers, as people type, paste and share them, and what a table says of the next one.
import { isDealNumber } from "../lib/fairdeal.ts";
import type { TableInfo } from "../wire.gen.ts";

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
