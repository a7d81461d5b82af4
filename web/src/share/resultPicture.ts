// A picture of how a match came out, drawn on this device: who won, everybody's bar, and the evening's tally.
import { withMinus } from "../lib/i18n/template.ts";
import { Sketch, typefaceReady } from "./canvas.ts";

export interface Standing {
  readonly seat: number;
  readonly rank: number;
  readonly name: string;
  readonly face: string;
  readonly colour: string;
  readonly value: number | null;
  /** A head start in points that is added. */
  readonly start: number;
  /** Of the longest bar. */
  readonly share: number;
}

export interface ResultToDraw {
  readonly game: string;
  readonly name: string;
  readonly headline: string;
  readonly why: string;
  readonly standings: readonly Standing[];
  readonly evening: readonly { readonly face: string; readonly seat: number | null; readonly points: number }[];
  readonly eveningWord: string;
  readonly link: string;
}

const WIDE = 1080;
const EDGE = 64;
const PAPER = "#FFFCF5";
const INK = "#16181A";
const MUTED = "#5B5046";

export async function resultPicture(result: ResultToDraw): Promise<Blob> {
  await typefaceReady();
  const rows = result.standings.length;
  const high = 620 + rows * 96 + (result.evening.length ? 110 : 0);
  const sketch = new Sketch(WIDE, high);
  sketch.felt(`var(--${result.game}-centre)`, `var(--${result.game}-edge)`);
  sketch.box(EDGE / 2, 200, WIDE - EDGE, high - 200 - EDGE / 2 - 56, 48, PAPER);
  const winners = result.standings.filter(({ rank }) => rank === 1).slice(0, 3);
  winners.forEach(({ face, seat }, at) => sketch.face(WIDE / 2 - 90 + (at - (winners.length - 1) / 2) * 150, 60, 180, face, seat));
  sketch.text(result.headline, WIDE / 2, 330, 68, { weight: 800, align: "center", most: WIDE - 3 * EDGE });
  let y = sketch.lines(result.why, WIDE / 2, 388, 34, WIDE - 3 * EDGE, 2, MUTED, "center") + 30;
  for (const row of result.standings) {
    drawRow(sketch, row, y);
    y += 96;
  }
  if (result.evening.length) drawEvening(sketch, result, y + 20);
  sketch.text(`${result.name} · Cartable`, EDGE, high - 34, 32, { fill: "var(--text)" });
  sketch.text(result.link, WIDE - EDGE, high - 34, 26, { fill: "var(--text)", align: "right", weight: 600, most: WIDE / 2 });
  return sketch.png();
}

function drawRow(sketch: Sketch, { rank, face, seat, name, share, value, start, colour }: Standing, y: number): void {
  const middle = y + 40;
  sketch.text(String(rank), EDGE + 20, middle + 14, 40, { weight: 800 });
  sketch.face(EDGE + 70, y, 78, face, seat);
  sketch.text(name, EDGE + 170, middle + 14, 40, { most: 260 });
  sketch.box(EDGE + 450, middle - 20, 360, 40, 20, "#E8DCC6");
  sketch.box(EDGE + 450, middle - 20, 360 * share, 40, 20, colour);
  if (value !== null) sketch.text(withMinus(value) + (start ? ` + ${start}` : ""), WIDE - EDGE - 20, middle + 18, start ? 40 : 50, { weight: 800, align: "right" });
}

function drawEvening(sketch: Sketch, { evening, eveningWord }: ResultToDraw, y: number): void {
  const step = 150;
  let x = WIDE / 2 - ((evening.length + 1) * step) / 2;
  sketch.text(eveningWord, x, y + 48, 34, { fill: MUTED, weight: 600 });
  x += step;
  for (const { face, seat, points } of evening) {
    sketch.face(x, y + 4, 62, face, seat);
    sketch.text(String(points), x + 74, y + 50, 42, { weight: 800, fill: INK });
    x += step;
  }
}
