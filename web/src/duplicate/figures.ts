// How points are written, with the sign and the decimal mark of the language.
import { say } from "../lib/i18n/words.svelte.ts";

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
