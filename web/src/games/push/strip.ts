// Push: how my stacks lie at the near edge. They get smaller as a stack grows, so that every value stays in sight.
import type { Room } from "../../table/stage.ts";

export interface Strip {
  /** Of the whole strip. */
  readonly high: number;
  /** Of the plate below the cards. */
  readonly plate: number;
  /** Of one stack; 0: as wide as its cards. */
  readonly wide: number;
  readonly gap: number;
  /** Fanned to the side. */
  readonly flat: boolean;
}

/** How much of a card is seen below the next one, of its width. */
const STEP = 0.355;
/** And how much of the last one, at least and at most. */
const LAST = [0.37, 0.62] as const;
const FANNED = 0.42;
/** From so many cards on they lie in two rows side by side. */
const MANY = 5;

export function stripOf({ shape, width, scale, low, tall, rivals }: Room): Strip {
  if (shape === "upright") {
    const high = (low ? 84 : tall ? 144 : rivals > 3 ? 94 : 114) * Math.max(1, Math.min(scale, 1.6));
    return { high, plate: 44, wide: (width - 16 - 4 * 6) / 5, gap: 6, flat: false };
  }
  if (shape === "sideways") return { high: (width < 760 ? 54 : 58) * Math.max(1, Math.min(scale, 1.6)), plate: 44, wide: 0, gap: 6, flat: true };
  return { high: 172 * scale, plate: Math.max(44, 52 * scale), wide: 108 * Math.max(scale, 0.85), gap: 12 * Math.max(scale, 0.7), flat: false };
}

export interface Laid {
  /** How wide a card is. */
  readonly card: number;
  /** Left and top of each. */
  readonly at: readonly (readonly [number, number])[];
  readonly back: readonly [number, number];
  /** How wide all of them are. */
  readonly wide: number;
}

export function laid(count: number, strip: Strip): Laid {
  return strip.flat ? fanned(count, strip) : stacked(count, strip);
}

function stacked(count: number, { high, plate, wide }: Strip): Laid {
  const room = high - plate;
  const rows = count >= MANY ? 2 : 1;
  const deep = Math.ceil(count / rows);
  const widest = rows > 1 ? wide * 0.56 : wide - 4;
  const card = count ? Math.min(widest, room / ((deep - 1) * STEP + LAST[0])) : wide - 8;
  const step = card * STEP;
  const seen = count ? (deep - 1) * step + Math.min(card * LAST[1], room - (deep - 1) * step) : 0;
  const top = room - seen;
  const lefts = rows > 1 ? [2, wide - card - 2] : [(wide - card) / 2];
  const at = Array.from({ length: count }, (_, each) => [lefts[Math.floor(each / deep)]!, top + (each % deep) * step] as const);
  const back = count ? ([lefts[0]! + 5, Math.max(-8, top - card * 0.14)] as const) : ([(wide - card) / 2, room - wide * 0.5] as const);
  return { card, at, back, wide };
}

function fanned(count: number, { high }: Strip): Laid {
  const card = high / 1.4;
  const step = card * (count > 4 ? FANNED * (4 / count) + 0.08 : FANNED);
  const wide = card + Math.max(0, count - 1) * step;
  return { card, at: Array.from({ length: count }, (_, each) => [each * step, 0] as const), back: count ? [wide - card + 6, -3] : [0, 0], wide };
}
