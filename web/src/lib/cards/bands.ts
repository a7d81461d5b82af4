// Where cards have pictures of their own, their colour is told by the pattern of the frame as well. Each pattern is a
// few strokes along the frame: `wide` and `dash` as in SVG, `own` in the colour itself.

export interface Stroke {
  readonly wide: number;
  readonly dash?: string;
  readonly round?: boolean;
  readonly own?: boolean;
}

export const BANDS: Readonly<Record<string, readonly Stroke[]>> = {
  yellow: [],
  green: [{ wide: 6, dash: "0 12", round: true }],
  blue: [{ wide: 4, dash: "16 9" }],
  purple: [{ wide: 12, dash: "3 8" }],
  red: [{ wide: 4 }],
  orange: [{ wide: 12, dash: "13 13" }],
  pink: [{ wide: 5, dash: "15 9 0 9", round: true }],
  brown: [{ wide: 9 }, { wide: 4, own: true }],
};
