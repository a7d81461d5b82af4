// Push: the view read for the board. Sums and orders that anybody at the table could tell; no rule is judged here.
import type { ShapeName } from "../../lib/cards/shapes.ts";
import type { PushZone } from "../../wire.gen.ts";

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

export const PLACES = [1, 2, 3] as const;
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

export interface ColourPile {
  readonly colour: PushColour;
  /** Values face up, low to high. */
  readonly shown: readonly number[];
  /** The same, each value once, with how often it is there. */
  readonly values: readonly (readonly [value: number, count: number])[];
  /** What the die could take. */
  readonly open: number;
  readonly safe: number;
  readonly safeCards: number;
}

/** A zone by colour (PUSH-17). */
export function pilesOf(zone: PushZone): readonly ColourPile[] {
  return COLOURS.map((colour) => {
    const shown = zone.shown.filter((card) => colourOf(card) === colour);
    const values = shown.map(valueOf).sort((a, b) => a - b);
    const safe = zone.protected.filter((card) => colourOf(card) === colour);
    return {
      colour,
      shown: values,
      values: [...new Set(values)].map((value) => [value, values.filter((each) => each === value).length] as const),
      open: worth(shown),
      safe: worth(safe),
      safeCards: safe.length,
    };
  });
}

export interface Risk {
  readonly face: PushColour | "star";
  readonly points: number;
}

/** What each face of the die would cost whoever takes these cards into this zone. */
export function risksOf(zone: PushZone, taken: readonly string[], starCosts: boolean): readonly Risk[] {
  const after = [...zone.shown, ...taken];
  const risks: Risk[] = COLOURS.map((face) => ({ face, points: worth(after.filter((card) => colourOf(card) === face)) }));
  if (starCosts) risks.push({ face: "star", points: worth(after) });
  return risks.filter((risk) => risk.points > 0);
}

/** The seats in the order of turns, from this one on. */
export function around(seats: number, from: number): readonly number[] {
  return Array.from({ length: seats }, (_, at) => (from + at) % seats);
}

export function percent(bad: number, cards: number): number {
  return cards ? Math.round((100 * bad) / cards) : 0;
}

/** The die as it was rolled last. */
export interface Roll {
  readonly seat: number;
  readonly face: string;
  /** Points that went with it. */
  readonly lost: number;
  /** Counts the rolls, so that the same face tumbles again. */
  readonly n: number;
}
