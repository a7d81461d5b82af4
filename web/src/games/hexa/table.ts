// Hexa's board without its drawing: what lies in a row, which key calls what, what the last card came to.
import { CONSTANTS, type HexaEvent } from "../../wire.gen.ts";

/** What is printed at the six sides, clockwise from the upper right; and the chip too many. */
export const { printed: HEXAGON, eliminating: CHIPS } = CONSTANTS.hexa;
export const IMPOSSIBLE = "impossible";

export type Claim = string;

/** A row from the hexagon outwards, the printed object first. */
export function rowOf(rows: readonly (readonly string[])[], at: number): readonly string[] {
  return [HEXAGON[at]!, ...(rows[at] ?? [])];
}

export const PASS = "pass";

export const callOf = (claim: Claim): string => `call ${claim}`;

/** What a key means, by its place: 1 to 6, 0, 9 (pass) and the space bar, in the row above the letters or in the block of numbers. */
export function keyAct(code: string): string | null {
  if (code === "Space") return "turn";
  const digit = /^(?:Digit|Numpad)([0-69])$/.exec(code)?.[1];
  if (digit === undefined) return null;
  if (digit === "9") return PASS;
  return callOf(digit === "0" ? IMPOSSIBLE : digit);
}

/** What became of the last card: for the middle of the table, until the next one is turned. */
export interface News {
  readonly kind: "right" | "wrong" | "tied" | "nobody";
  readonly seats: readonly number[];
  readonly claim: Claim;
  readonly card: string;
  /** The row it now lies in; 0: none. */
  readonly row: number;
  /** Milliseconds from the turning of the card to the call that counted, where it was contested. */
  readonly time?: number | undefined;
  /** Calm play: what everybody chose, by seat. */
  readonly choices?: Readonly<Record<number, string>> | undefined;
}

/** The news in what an update told; undefined: none, null: a new card is out. */
export function newsOf(events: readonly HexaEvent[]): News | null | undefined {
  let found: News | null | undefined;
  let choices: Record<number, string> | undefined;
  for (const event of events) {
    switch (event.event) {
      case "row-right":
        found = { kind: "right", seats: [event.seat], claim: String(event.row), card: event.card, row: event.row };
        break;
      case "row-wrong":
        found = { kind: "wrong", seats: [event.seat], claim: String(event.row), card: event.card, row: 0 };
        break;
      case "impossible-right":
      case "impossible-wrong":
        found = {
          kind: event.event === "impossible-right" ? "right" : "wrong",
          seats: [event.seat],
          claim: IMPOSSIBLE,
          card: event.card,
          row: 0,
        };
        break;
      case "calls-tied":
        found = { kind: "tied", seats: event.seats, claim: "", card: event.card, row: 0 };
        break;
      case "nobody-called":
        found = { kind: "nobody", seats: [], claim: "", card: event.card, row: 0 };
        break;
      case "choices-shown":
        choices = Object.fromEntries(event.seats.map((seat, at) => [seat, event.choices[at]!]));
        break;
      case "card-turned":
        found = null;
        break;
    }
  }
  return found && choices ? { ...found, choices } : found;
}
