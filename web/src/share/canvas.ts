// Drawing on a canvas what the page draws as SVG: faces in the frames of their seats, and text in our typeface.
import type { Layer } from "../lib/cards/layers.ts";
import { layersOf } from "../lib/people/faces.ts";
import { isFace, seatLook } from "../lib/people/people.ts";

/** A colour as a canvas understands it: `var(--ink)` is looked up. */
export function colour(value: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return name ? getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#16181a" : value;
}

interface TextLook {
  readonly fill?: string;
  readonly weight?: number;
  readonly align?: CanvasTextAlign;
  /** How wide it may be. */
  readonly most?: number;
}

export class Sketch {
  readonly canvas = document.createElement("canvas");
  readonly #pen: CanvasRenderingContext2D;

  constructor(width: number, height: number) {
    this.canvas.width = width;
    this.canvas.height = height;
    this.#pen = this.canvas.getContext("2d")!;
  }

  /** A felt: lighter in the middle. */
  felt(centre: string, edge: string): void {
    const { width, height } = this.canvas;
    const shade = this.#pen.createRadialGradient(width / 2, height * 0.42, 0, width / 2, height * 0.42, Math.hypot(width, height) * 0.6);
    shade.addColorStop(0.15, colour(centre));
    shade.addColorStop(1, colour(edge));
    this.#pen.fillStyle = shade;
    this.#pen.fillRect(0, 0, width, height);
  }

  box(x: number, y: number, width: number, height: number, round: number, fill: string): void {
    const pen = this.#pen;
    pen.beginPath();
    pen.roundRect(x, y, Math.max(0, width), height, Math.min(round, height / 2, Math.max(0, width) / 2));
    pen.fillStyle = colour(fill);
    pen.fill();
  }

  /** A text that is cut where it would be wider than `most`; tells how wide it is. */
  text(text: string, x: number, y: number, size: number, { fill = "#16181a", weight = 700, align = "left", most = Infinity }: TextLook = {}): number {
    const pen = this.#pen;
    pen.font = `${weight} ${size}px Cartable, system-ui, sans-serif`;
    pen.textAlign = align;
    pen.textBaseline = "alphabetic";
    pen.fillStyle = colour(fill);
    let shown = text;
    while (shown.length > 1 && pen.measureText(shown === text ? shown : `${shown}…`).width > most) shown = shown.slice(0, -1);
    if (shown !== text) shown += "…";
    pen.fillText(shown, x, y);
    return pen.measureText(shown).width;
  }

  /** Sentences in as many lines as they need, at most `lines`; tells where the next line would stand. */
  lines(text: string, x: number, y: number, size: number, most: number, lines: number, fill: string, align: CanvasTextAlign = "left"): number {
    this.#pen.font = `600 ${size}px Cartable, system-ui, sans-serif`;
    let rows = this.#broken(text, most);
    // Of the same number of rows, those that are most alike: no word stands alone in the last.
    for (let width = most * 0.95; align === "center" && width > most / 2; width -= most * 0.05) {
      const narrower = this.#broken(text, width);
      if (narrower.length > rows.length) break;
      rows = narrower;
    }
    const shown = rows.slice(0, lines);
    if (rows.length > lines) shown[lines - 1] = `${shown[lines - 1] ?? ""}…`;
    shown.forEach((row, at) => this.text(row, x, y + at * size * 1.25, size, { fill, weight: 600, align, most }));
    return y + shown.length * size * 1.25;
  }

  #broken(text: string, most: number): string[] {
    const rows: string[] = [""];
    for (const word of text.split(" ")) {
      const longer = rows.at(-1) ? `${rows.at(-1)!} ${word}` : word;
      if (this.#pen.measureText(longer).width <= most) rows[rows.length - 1] = longer;
      else rows.push(word);
    }
    return rows;
  }

  layers(layers: readonly Layer[]): void {
    const pen = this.#pen;
    pen.lineCap = pen.lineJoin = "round";
    for (const { d, fill, line, wide, soft } of layers) {
      const path = new Path2D(d);
      pen.globalAlpha = soft ?? 1;
      if (fill) {
        pen.fillStyle = colour(fill);
        pen.fill(path);
      }
      if (line) {
        pen.strokeStyle = colour(line);
        pen.lineWidth = wide ?? 1;
        pen.stroke(path);
      }
    }
    pen.globalAlpha = 1;
  }

  /** Somebody's face, `size` wide, in the frame of their seat if they have one. */
  face(x: number, y: number, size: number, face: string, seat: number | null): void {
    const pen = this.#pen;
    pen.save();
    pen.translate(x, y);
    pen.scale(size / 100, size / 100);
    if (seat !== null) {
      const { shape, colour: fill } = seatLook(seat);
      this.layers([{ d: shape, fill, line: "#FFFCF5", wide: 9 }, { d: shape, line: "#16181A", wide: 3.5 }]);
      pen.translate(10, 9);
      pen.scale(0.8, 0.8);
    }
    this.layers(layersOf(isFace(face) ? face : "fox"));
    pen.restore();
  }

  draw(picture: CanvasImageSource, x: number, y: number, width: number, height: number): void {
    this.#pen.drawImage(picture, x, y, width, height);
  }

  /** As a PNG. A browser that does not trust what was drawn refuses. */
  png(): Promise<Blob> {
    return new Promise((done, failed) => {
      this.canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png");
    });
  }
}

/** The typeface must be there before anything is written. */
export async function typefaceReady(): Promise<void> {
  await Promise.allSettled([600, 700, 800].map((weight) => document.fonts.load(`${weight} 32px Cartable`)));
}
