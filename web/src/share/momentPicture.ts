// A picture of a board as it is on the screen, drawn on this device: the board's own elements, inside an SVG with the
// page's styles and typeface. A browser that does not let such a picture be used gets one with the sentence alone.
import { Sketch, typefaceReady } from "./canvas.ts";

export interface MomentToDraw {
  readonly board: HTMLElement;
  readonly game: string;
  readonly title: string;
  readonly sentence: string;
  readonly link: string;
}

const WIDE = 1440;
const FOOT = 132;

export async function momentPicture(moment: MomentToDraw): Promise<Blob> {
  await typefaceReady();
  const box = moment.board.getBoundingClientRect();
  const high = Math.round((WIDE * box.height) / box.width);
  try {
    const sketch = new Sketch(WIDE, high + FOOT);
    sketch.draw(await imageOf(moment.board, box), 0, 0, WIDE, high);
    foot(sketch, moment, high);
    return await sketch.png();
  } catch {
    const sketch = new Sketch(WIDE, 630 + FOOT);
    sketch.felt(`var(--${moment.game}-centre)`, `var(--${moment.game}-edge)`);
    sketch.lines(moment.sentence, WIDE / 2, 280, 64, WIDE - 160, 5, "var(--text)", "center");
    foot(sketch, moment, 630);
    return sketch.png();
  }
}

function foot(sketch: Sketch, { title, sentence, link }: MomentToDraw, y: number): void {
  sketch.box(0, y, WIDE, FOOT, 0, "var(--leather)");
  sketch.text(sentence, 40, y + 58, 40, { fill: "var(--on-leather)", weight: 800, most: WIDE - 80 });
  const used = sketch.text(`${title} · Cartable`, 40, y + 104, 28, { fill: "var(--on-leather)", weight: 600 });
  sketch.text(link, WIDE - 40, y + 104, 26, { fill: "var(--on-leather)", weight: 600, align: "right", most: WIDE - 120 - used });
}

async function imageOf(board: HTMLElement, { width, height }: DOMRect): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await written(board, width, height))}`;
  await image.decode();
  return image;
}

async function written(board: HTMLElement, width: number, height: number): Promise<string> {
  const root = document.documentElement;
  const copy = board.cloneNode(true) as HTMLElement;
  copy.style.cssText += `;width:${width}px;height:${height}px`;
  // What is referred to by its name must be in the picture too.
  const shared = [...document.querySelectorAll("body > svg, #app > svg, svg:has(> defs)")].filter((each) => !board.contains(each)).map((each) => new XMLSerializer().serializeToString(each));
  const variables = `${root.style.cssText};font-size:${getComputedStyle(root).fontSize}`.replaceAll('"', "'");
  const style = (await styles()).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const shade = root.dataset["shade"] ?? "light";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" data-shade="${shade}" style="${variables}"><style>${style}</style><style>*,*::before,*::after{animation:none!important;transition:none!important}</style><foreignObject width="100%" height="100%"><div xmlns="http://www.w3.org/1999/xhtml" style="width:${width}px;height:${height}px;color:var(--text);font-family:var(--typeface)">${shared.join("")}${new XMLSerializer().serializeToString(copy)}</div></foreignObject></svg>`;
}

/** All rules of the page, with the typeface inside. */
async function styles(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join("\n");
  const face = /@font-face\s*\{[^}]*?url\("?([^")]+)"?\)/.exec(rules)?.[1];
  if (!face) return rules;
  const font = await fetch(new URL(face, document.baseURI)).then((answer) => answer.arrayBuffer());
  const text = btoa(Array.from(new Uint8Array(font), (byte) => String.fromCharCode(byte)).join(""));
  return rules.replaceAll(face, `data:font/woff2;base64,${text}`);
}
