// The eight objects, each in a box of 100 by 100. `fill` has the colour of the card and an outline; `lines` and `dots`
// are drawn upon it.

interface Thing {
  readonly fill: string;
  readonly lines?: string;
  readonly dots?: string;
  /** Thin parts outside the coloured ones, in ink. */
  readonly ink?: string;
}

const round = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const petals = [0, 1, 2, 3, 4, 5].map((at) => {
  const turn = (at * Math.PI) / 3;
  return round(Math.round(50 + 27 * Math.sin(turn)), Math.round(50 - 27 * Math.cos(turn)), 18);
});

export const THINGS: Readonly<Record<string, Thing>> = {
  flower: { fill: petals.join(""), dots: round(50, 50, 13) },
  die: {
    fill: "M22 10H78A12 12 0 0 1 90 22V78A12 12 0 0 1 78 90H22A12 12 0 0 1 10 78V22A12 12 0 0 1 22 10Z",
    dots: [round(30, 30, 8), round(70, 30, 8), round(50, 50, 8), round(30, 70, 8), round(70, 70, 8)].join(""),
  },
  butterfly: {
    fill: "M48 48C40 22 20 8 8 16C0 24 6 50 26 55C10 60 10 82 24 88C38 92 46 72 48 60ZM52 48C60 22 80 8 92 16C100 24 94 50 74 55C90 60 90 82 76 88C62 92 54 72 52 60Z",
    dots: [round(24, 33, 7), round(76, 33, 7), round(29, 72, 5), round(71, 72, 5)].join(""),
    ink: "M50 36V82M50 36Q46 20 38 12M50 36Q54 20 62 12",
  },
  ball: {
    fill: round(50, 50, 42),
    lines: "M50 8Q22 28 22 58T38 88M50 8Q78 28 78 58T62 88M50 8V30Q50 70 50 92",
  },
  cup: {
    fill: "M14 34H72V40H80A15 15 0 0 1 80 72H70Q66 86 54 86H32Q14 84 14 60ZM72 50V62H78A6 6 0 0 0 78 50Z",
    lines: "M24 46V60Q25 70 31 75",
    ink: "M28 26Q22 18 28 10M43 26Q37 18 43 10M58 26Q52 18 58 10M10 94H76",
  },
  cone: {
    fill: "M50 6A28 28 0 0 1 78 36Q82 46 72 48L52 96H48L28 48Q18 46 22 36A28 28 0 0 1 50 6Z",
    lines: "M28 48Q50 56 72 48M40 54 58 78M60 54 42 78",
  },
  car: {
    fill: "M6 66V54Q6 48 14 46L22 44L32 27Q34 23 40 23H62Q67 23 70 27L80 44Q94 46 94 56V66Q94 70 90 70H10Q6 70 6 66ZM12 70a13 13 0 1 0 26 0a13 13 0 1 0-26 0ZM62 70a13 13 0 1 0 26 0a13 13 0 1 0-26 0Z",
    dots: ["M34 43L41 31H49V43Z", "M55 31H62L69 43H55Z", round(25, 70, 6), round(75, 70, 6)].join(""),
  },
  telephone: {
    fill: "M8 34Q8 12 50 12T92 34V42H70V34Q60 30 50 30T30 34V42H8ZM30 40H38V34H62V40H70L86 78V90H14V78Z",
    dots: [round(50, 63, 17)].join(""),
  },
};
