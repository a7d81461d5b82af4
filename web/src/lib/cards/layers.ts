// Small pictures as data: a few paths, one upon the other, in a box of 100 by 100. `Drawing.svelte` draws them.

export interface Layer {
  readonly d: string;
  /** Colours as in SVG; nothing: not filled, no line. */
  readonly fill?: string;
  readonly line?: string;
  /** Width of the line. */
  readonly wide?: number;
  /** How much is seen of it, 0 to 1. */
  readonly soft?: number;
}

export const INK = "var(--card-ink)";
export const PAPER = "var(--card-face)";

const short = (value: number): string => String(Math.round(value * 100) / 100);

export const disc = (x: number, y: number, r: number): string => oval(x, y, r, r);

export function oval(x: number, y: number, rx: number, ry: number, turn = 0): string {
  const [dx, dy] = [rx * Math.cos((turn * Math.PI) / 180), rx * Math.sin((turn * Math.PI) / 180)].map(short).map(Number) as [number, number];
  return `M${short(x - dx)} ${short(y - dy)}a${rx} ${ry} ${turn} 1 0 ${short(2 * dx)} ${short(2 * dy)}a${rx} ${ry} ${turn} 1 0 ${short(-2 * dx)} ${short(-2 * dy)}Z`;
}

/** A filled part with an outline. */
export const part = (fill: string, d: string, wide = 4): Layer => ({ d, fill, line: INK, wide });
export const flat = (fill: string, d: string, soft = 1): Layer => ({ d, fill, soft });
export const stroke = (line: string, wide: number, d: string, soft = 1): Layer => ({ d, line, wide, soft });

const texts = new WeakMap<readonly Layer[], string>();

/** The layers as SVG. */
export function written(layers: readonly Layer[]): string {
  const found = texts.get(layers) ?? layers.map(path).join("");
  texts.set(layers, found);
  return found;
}

function path({ d, fill = "none", line, wide, soft }: Layer): string {
  const more = Object.entries({ stroke: line, "stroke-width": wide, opacity: soft }).filter(([, value]) => value !== undefined);
  return `<path d="${d}" fill="${fill}"${more.map(([name, value]) => ` ${name}="${value!}"`).join("")}/>`;
}
