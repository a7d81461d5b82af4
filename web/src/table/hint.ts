// What would an expert do, and why? One line: the sentence of the game's catalogue, as cli/hint.py tells it.
import type { Teller } from "../lib/i18n/teller.ts";
import { withMinus } from "../lib/i18n/template.ts";
import { settings } from "../lib/stores/settings.svelte.ts";
import type { Session } from "../lib/stores/session.svelte.ts";
import type { Hint } from "../wire.gen.ts";

/** A number with at most one digit behind the decimal sign of the language. */
export function told(value: number, teller: Teller): string {
  return withMinus(Number(value.toFixed(1))).replace(".", teller.say("decimal"));
}

export function hintLine(hint: Hint, teller: Teller): string {
  const about = Object.entries(hint.about).map(([name, value]) => [
    name,
    typeof value === "number" && !Number.isInteger(value) ? told(value, teller) : value,
  ]);
  return written(teller.own(`hint.${hint.why}`, Object.fromEntries(about) as Record<string, unknown>), hint.act);
}

/** An act in words. */
export function moveLine(act: string, teller: Teller): string {
  return written(teller.move(act), act);
}

/** What is told of an act; with its notation for those who have asked for that. */
export function written(told: string, act: string): string {
  return settings.notation ? `${told} [${act}]` : told;
}

/** Not in races, which have no sentences for them, and not where the table forbids it. It is known before the list of games is
 *  there: the button that asks does not come later. */
export function hintsAt(session: Session, teller: Teller): boolean {
  return session.seat !== null && !session.outcome && session.table?.settings["hints"] !== false && teller.hasAny("hint");
}
