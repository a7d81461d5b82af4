// The six symbols, each in a box of 100 by 100.
import { disc } from "../../lib/cards/layers.ts";
import { SHAPES } from "../../lib/cards/shapes.ts";

const RAYS = Array.from({ length: 24 }, (_, at) => {
  const [turn, far] = [(at * Math.PI) / 12, at % 2 ? 34 : 49];
  return `${(50 + far * Math.sin(turn)).toFixed(1)} ${(50 - far * Math.cos(turn)).toFixed(1)}`;
});

export const SYMBOLS: Readonly<Record<string, string>> = {
  sun: `M${RAYS.join("L")}Z`,
  moon: "M62 4A47 47 0 1 0 96 68A38 38 0 0 1 62 4Z",
  star: SHAPES.star,
  leaf: "M92 6C92 60 74 88 44 88Q30 88 22 80L10 94 4 88 18 74Q12 66 12 56C12 26 44 10 92 6Z",
  drop: "M50 3C66 30 84 46 84 64A34 34 0 0 1 16 64C16 46 34 30 50 3Z",
  bolt: "M60 2 14 56H44L34 98 86 40H54Z",
};

/** Drawn upon the symbol. */
export const LINES: Readonly<Record<string, string>> = {
  sun: `${disc(50, 50, 19)}M39 46h5M56 46h5M42 57q8 6 16 0`,
  moon: disc(36, 60, 3.6) + disc(36, 60, 1.5) + disc(56, 78, 2) + disc(30, 38, 1.8),
  star: "M50 24 56 43 74 44",
  leaf: "M22 78 72 28M40 60V36M40 60H64M54 46V30M54 46H70",
  drop: "M29 64A21 21 0 0 0 48 84",
  bolt: "M53 18 30 48",
};
