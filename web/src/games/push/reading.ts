// Push: the view read for the board. Sums and orders that anybody at the table could tell; no rule is judged here.
import type { ShapeName } from "../../lib/cards/shapes.ts";
import { FALLS } from "../../lib/motion/flights.ts";
import type { PushEvent, PushZone } from "../../wire.gen.ts";

export const COLOURS = ["green", "yellow", "red", "blue", "purple"] as const;
export type PushColour = (typeof COLOURS)[number];

/** PUSH-03. */
export const SHAPE_OF: Readonly<Record<PushColour, ShapeName>> = {
  green: "triangle",
  yellow: "circle",
  red: "heart",
  blue: "square",
  purple: "diamond",
};

const LETTERS: Readonly<Record<string, PushColour>> = { G: "green", Y: "yellow", R: "red", B: "blue", P: "purple" };

/** Of a number card; Dice and Switch cards have none. */
export function colourOf(card: string): PushColour | null {
  return LETTERS[card[0] ?? ""] ?? null;
}

export function valueOf(card: string): number {
  return colourOf(card) ? Number(card.slice(1)) : 0;
}

export function worth(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + valueOf(card), 0);
}

export interface Stack {
  readonly colour: PushColour;
  /** The cards face up, the highest first. */
  readonly cards: readonly string[];
  /** Their values, low to high. */
  readonly shown: readonly number[];
  /** What the die could take. */
  readonly open: number;
  readonly safe: number;
}

/** Of somebody who has only just sat down. */
const NOTHING: PushZone = { shown: [], protected: [] };

/** A zone by colour (PUSH-17). */
export function stacksOf(zone: PushZone = NOTHING): readonly Stack[] {
  return COLOURS.map((colour) => {
    const cards = zone.shown.filter((card) => colourOf(card) === colour).sort((a, b) => valueOf(b) - valueOf(a));
    const safe = zone.protected.filter((card) => colourOf(card) === colour);
    return { colour, cards, shown: cards.map(valueOf).reverse(), open: worth(cards), safe: worth(safe) };
  });
}

export function percent(bad: number, cards: number): number {
  return cards ? Math.round((100 * bad) / cards) : 0;
}

/** The die as it was rolled last. */
export interface Roll {
  readonly seat: number;
  readonly face: string;
  /** The cards that went with it. */
  readonly lost: readonly string[];
  /** Counts the rolls, so that the same face tumbles again. */
  readonly n: number;
}

/** Where a card goes that leaves a stack: the die takes it, or it is turned over and lies with those that are safe. */
export function whereGone(events: readonly PushEvent[], card: string, seat: number): string | null {
  for (const event of events) {
    if (event.event === "cards-lost" && event.cards.includes(card)) return FALLS;
    if (event.event === "colour-protected" && event.seat === seat && event.cards.includes(card)) return `safe-${seat}-${event.colour}`;
  }
  return null;
}
