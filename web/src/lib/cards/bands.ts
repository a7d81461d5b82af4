// Where cards have pictures of their own, their colour is told by the pattern of the frame as well. Each pattern is a
// few strokes along the frame, which is 10 wide: `wide` and `dash` as in SVG, `own` in the colour itself.

export interface Stroke {
  readonly wide: number;
  readonly dash?: readonly number[];
  readonly round?: boolean;
  readonly own?: boolean;
}

export const BANDS: Readonly<Record<string, readonly Stroke[]>> = {
  yellow: [],
  green: [{ wide: 5.4, dash: [0, 11.3], round: true }],
  blue: [{ wide: 3.6, dash: [14, 8] }],
  purple: [{ wide: 10, dash: [2.8, 7] }],
  red: [{ wide: 3.4 }],
  orange: [{ wide: 10, dash: [11.6, 11.6] }],
  pink: [{ wide: 4.4, dash: [13, 8, 0, 8], round: true }],
  brown: [{ wide: 8 }, { wide: 3.6, own: true }],
};

/** A dash stretched to repeat a whole number of times along a way of this length, so that no seam shows. */
export function fitted(dash: readonly number[], scale: number, length: number): string {
  const once = scale * dash.reduce((sum, each) => sum + each, 0);
  const stretch = length / once / Math.max(1, Math.round(length / once));
  return dash.map((each) => (each * scale * stretch).toFixed(3)).join(" ");
}
