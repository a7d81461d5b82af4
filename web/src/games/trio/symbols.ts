// The six symbols, each in a box of 100 by 100.
const RAYS = Array.from({ length: 24 }, (_, at) => {
  const [turn, far] = [(at * Math.PI) / 12, at % 2 ? 33 : 48];
  return `${(50 + far * Math.sin(turn)).toFixed(1)} ${(50 - far * Math.cos(turn)).toFixed(1)}`;
});

export const SYMBOLS: Readonly<Record<string, string>> = {
  sun: `M${RAYS.join("L")}Z`,
  moon: "M62 4A47 47 0 1 0 96 68A38 38 0 0 1 62 4Z",
  star: "M50 3 61.8 36.8 97.6 37.5 69 59.2 79.4 93.5 50 73 20.6 93.5 31 59.2 2.4 37.5 38.2 36.8Z",
  leaf: "M92 6C92 60 74 88 44 88Q30 88 22 80L10 94 4 88 18 74Q12 66 12 56C12 26 44 10 92 6Z",
  drop: "M50 3C66 30 84 46 84 64A34 34 0 0 1 16 64C16 46 34 30 50 3Z",
  bolt: "M60 2 14 56H44L34 98 86 40H54Z",
};

/** Drawn upon the symbol. */
export const LINES: Readonly<Record<string, string>> = {
  sun: "M34 50a16 16 0 1 0 32 0a16 16 0 1 0-32 0Z",
  leaf: "M22 78 72 28M40 60V38M40 60H62",
  drop: "M30 64A20 20 0 0 0 48 82",
};
