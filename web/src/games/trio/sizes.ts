// How large things are on Trio's stage, in pixels: cards take what the words and the buttons leave.
import type { Room } from "../../table/stage.ts";

export interface Sizes {
  /** Cards of the piles, and of the hand. */
  readonly pile: number;
  readonly hand: number;
  /** The sign of a law, and its name. */
  readonly sign: number;
  readonly font: number;
  readonly faultWide: number;
  readonly faultHigh: number;
}

/** A phone on its side, and a small one. */
const NARROW = 760;

/** How wide the seats at the sides of the table are. */
export function sideOf({ shape, width, scale }: Room): number {
  return shape === "sideways" ? (width < NARROW ? 104 : 150) : 270 * Math.max(scale, 0.75);
}

/** `side`: how wide the seats at the side are. Nobody's hand: a spectator's table has more room. */
export function watchedSizes({ shape, width, height, scale, tall, low }: Room, side: number): Sizes {
  const none = { hand: 0, faultWide: 0, faultHigh: 0 };
  if (shape === "upright") return { ...none, pile: Math.min(width * 0.31, (height - 270) / 1.4), sign: tall ? 48 : low ? 26 : 34, font: tall ? 20 : low ? 15 : 18 };
  if (shape === "sideways") return { ...none, pile: Math.min((width - side) / 3 - 20, (height - 160) / 1.4), sign: 24, font: 15 };
  return { ...none, pile: Math.min(262 * scale, (width - 2 * side) / 3 - 40 * scale), sign: 73 * scale, font: 38 * scale };
}

/** So low a stage, as that of a lesson on a small phone, has the sign of a law beside FAULT, and no words. */
const TIGHT = 480;

export function tight({ shape, height }: Room): boolean {
  return shape === "upright" && height < TIGHT;
}

/** Calm play: a button to pass takes room below the hand, and none has to be as large as in a race. */
const PASS_HIGH = 54;
const CALM_FAULT = 48;

/** `refereed`: there is no FAULT, and the piles take its room. */
export function sizesOf(room: Room, refereed = false, calm = false): Sizes {
  const { shape, width, height, scale, tall, low } = room;
  if (tight(room)) {
    const card = Math.floor(Math.min(width * 0.29, (height - 236) / 2.85));
    return { pile: card, hand: card, sign: 16, font: 14, faultWide: 66, faultHigh: 64 };
  }
  if (shape === "upright") {
    const card = Math.floor(Math.min(width * 0.29, (height - 300 - (calm ? PASS_HIGH - 28 : 0)) / 2.85));
    return { pile: card, hand: card, sign: tall ? 36 : low ? 20 : 24, font: tall ? 19 : low ? 14 : 15, faultWide: (width - 16) / 3 - 10, faultHigh: tall ? 76 : calm ? CALM_FAULT : 64 };
  }
  if (shape === "sideways") {
    const narrow = width < NARROW;
    const faultWide = narrow ? (refereed ? 56 : 64) : 86;
    return {
      pile: Math.min(refereed ? 120 : 112, (width - sideOf(room)) / 3 - faultWide - (narrow ? (refereed ? 12 : calm ? 13 : 16) : 20), (height * 0.42) / 1.4),
      hand: Math.min(108, (height - 200) / 1.6),
      sign: narrow ? 18 : 22,
      font: narrow ? 13 : 14,
      faultWide,
      faultHigh: narrow ? Math.max(64, height * 0.236) : 64,
    };
  }
  const faultHigh = Math.max(64, 68 * scale);
  return {
    pile: 216 * scale + (refereed ? 0.7 * (faultHigh / 1.4) : 0),
    hand: 164 * scale,
    sign: Math.max(30, 52 * scale),
    font: Math.max(17, 28 * scale),
    faultWide: Math.max(168, 214 * scale),
    faultHigh,
  };
}
