// What the law of the stage asks of a page, measured in it. While a match is on nothing scrolls, every control that can be
// used lies inside the screen, is large enough and covered by nothing, and the middle band is filled.

/** Those of the law, as tests/e2e/law.py has them. */
export const SIZES = ["360x560", "390x664", "390x844", "664x390", "844x390", "1280x650", "1440x900", "1920x1080", "3840x2160"] as const;

/** A screen by its name: `390x664`, or `390x664@200` for twice the size of text. */
export function screenOf(size: string): { width: number; height: number } {
  const [width, height] = size.replace("@200", "").split("x").map(Number) as [number, number];
  return { width, height };
}

/** Complaints that differ in numbers alone are one: how often, and the first of each. */
export class Complaints {
  readonly #found = new Map<string, { first: string; where: string[] }>();

  note(complaint: string, where: string): void {
    const key = complaint.replace(/ at -?[\d,-]+ \d+x\d+$/, "").replace(/\d+/g, "#");
    const known = this.#found.get(key) ?? { first: complaint, where: [] };
    this.#found.set(key, known);
    known.where.push(where);
  }

  /** Tell them, the most frequent first, and fail; nothing when there are none. */
  tell(): void {
    if (!this.#found.size) return;
    const often = [...this.#found.values()].sort((a, b) => b.where.length - a.where.length);
    const lines = often.map(({ first, where }) => `${first}\n    ${where.length} times: ${[...new Set(where.map((each) => each.split(" ")[0]))].join(" ")}; first ${where[0]!}`);
    console.error(`The law of the stage is broken in ${this.#found.size} ways\n${lines.join("\n")}`);
    process.exitCode = 1;
  }
}

export interface Asked {
  readonly race: boolean;
  readonly large: boolean;
  readonly acts: boolean;
  /** In a lesson the strip with its words takes room from the stage: there the middle band need not be filled. */
  readonly lesson?: boolean;
}

/** Runs in the page: what breaks the law. */
export function broken({ race, large, acts, lesson = false }: Asked): readonly string[] {
  const LEAST = 44;
  const RACED = 64;
  const CELL = 24;
  /** Of the points of a control that must answer to it: its corners may be round, or cut off. */
  const FREE = 0.6;
  const FACE = 0.5;
  const FILLED = 0.7;
  const complaints: string[] = [];
  const screen = { width: innerWidth, height: innerHeight };
  const about = (element: Element) => (element.getAttribute("aria-label") ?? element.textContent.trim().replace(/\s+/g, " ")).slice(0, 50) || element.outerHTML.slice(0, 80);
  const box = ({ left, top, width, height }: DOMRect) => `${Math.round(left)},${Math.round(top)} ${Math.round(width)}x${Math.round(height)}`;
  const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest("[inert]");
  const band = (name: string) => document.querySelector(`[data-band="${name}"]`);
  const [table, mine] = [band("table"), band("mine")];
  if (!table) complaints.push("no middle band");

  if (!large) {
    const { scrollHeight, scrollWidth } = document.scrollingElement!;
    if (scrollHeight > screen.height) complaints.push(`the page is ${scrollHeight} px high`);
    if (scrollWidth > screen.width) complaints.push(`the page is ${scrollWidth} px wide`);
    for (const each of document.querySelectorAll<HTMLElement>("#board *")) {
      const { overflowX, overflowY } = getComputedStyle(each);
      const scrolls = (/auto|scroll/.test(overflowY) && each.scrollHeight > each.clientHeight + 1) || (/auto|scroll/.test(overflowX) && each.scrollWidth > each.clientWidth + 1);
      // The board that must hold any game scrolls inside.
      if (scrolls && seen(each) && !each.closest("[data-drawer], [data-plain]")) complaints.push(`scrolls: ${each.outerHTML.slice(0, 80)}`);
    }
  }

  const ALL = "button, a[href], select, input, [role=button], [role=slider]";
  const controls = [...document.querySelectorAll<HTMLElement>(ALL)].filter(
    (each) => seen(each) && !each.matches(".skip, :disabled, [aria-disabled=true]") && !each.closest("[data-drawer]"),
  );
  const owner = (x: number, y: number) => document.elementFromPoint(x, y)?.closest(ALL);
  for (const control of controls) {
    // At twice the size of text what lies on the table may have to be scrolled to.
    if (large && !mine?.contains(control)) continue;
    const rect = control.getBoundingClientRect();
    const where = `${about(control)} at ${box(rect)}`;
    if (rect.left < -1 || rect.top < -1 || rect.right > screen.width + 1 || rect.bottom > screen.height + 1) {
      complaints.push(`outside the screen: ${where}`);
      continue;
    }
    const raced = race && (table?.contains(control) || mine?.contains(control)) && !control.closest("[data-unraced]");
    const least = raced ? RACED : LEAST;
    const nearest = control.closest("[data-nearest]") !== null;
    const [wide, high] = [Math.round(rect.width), Math.round(rect.height)];
    const inText = control.matches("a, .why") && getComputedStyle(control).display === "inline";
    // Cells of a sheet that is printed with twelve columns: a touch takes the nearest, and arrows walk through them.
    const asked = nearest ? CELL : least;
    if (!inText && (wide < asked || high < asked)) complaints.push(`smaller than ${asked}: ${where}`);
    const nearby = control.closest("[data-nearest]");
    let [own, all] = [0, 0];
    for (let i = 1; i <= 7; i++)
      for (let j = 1; j <= 7; j++) {
        const at = owner(rect.left + (rect.width * (i - 0.5)) / 7, rect.top + (rect.height * (j - 0.5)) / 7);
        all += 1;
        if (at && (at === control || control.contains(at) || (nearby && nearby.contains(at)))) own += 1;
      }
    const middle = owner(rect.left + rect.width / 2, rect.top + rect.height / 2);
    const hit = middle === control || (middle && control.contains(middle)) || nearby;
    if (!hit || own < FREE * all) complaints.push(`covered${middle && !hit ? ` by ${about(middle)}` : ""} (${own} of ${all} points): ${where}`);
    if (mine?.contains(control) && control.scrollWidth > control.clientWidth + 2 && !large) complaints.push(`its words are cut off: ${where}`);
  }
  const usable = controls.filter((each) => table?.contains(each) || mine?.contains(each));
  if (acts && !usable.length) complaints.push("there is something to do, and nothing to do it with");

  // Everybody stands there once.
  const named = [...document.querySelectorAll(".stage .name")].filter((each) => seen(each) && !each.matches(".out-of-sight")).map((each) => each.textContent.trim());
  for (const name of new Set(named)) if (named.filter((each) => each === name).length > 1) complaints.push(`${name} stands there more than once`);

  // What hangs on a face, a count or a tick, leaves most of it to be seen.
  for (const face of document.querySelectorAll("[data-seat] .face, [data-band=mine] .face")) {
    const head = face.querySelector(".avatar")?.getBoundingClientRect();
    if (!head || large || !seen(face)) continue;
    let [free, all] = [0, 0];
    const badges = [...face.querySelectorAll(".count, .tick, .start")].filter(seen).map((each) => each.getBoundingClientRect());
    for (let i = 0.5; i < 10; i++)
      for (let j = 0.5; j < 10; j++) {
        const [x, y] = [head.left + (head.width * i) / 10, head.top + (head.height * j) / 10];
        all += 1;
        if (!badges.some(({ left, top, right, bottom }) => x > left && x < right && y > top && y < bottom)) free += 1;
      }
    if (free < FACE * all) complaints.push(`only ${free} of ${all} points of a face are seen at ${box(head)}`);
  }

  if (table && !large && !lesson) {
    const area = table.getBoundingClientRect();
    const around = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (const each of table.querySelectorAll("*")) {
      const { backgroundColor, backgroundImage, borderTopStyle } = getComputedStyle(each);
      const painted = each instanceof SVGSVGElement || each instanceof HTMLImageElement || backgroundImage !== "none" || borderTopStyle !== "none" || !/rgba\(.*, 0\)|transparent/.test(backgroundColor);
      const rect = each.getBoundingClientRect();
      // What is as large as the band itself is the cloth.
      if (!painted || !seen(each) || !rect.width || rect.width * rect.height > 0.97 * area.width * area.height) continue;
      around.left = Math.min(around.left, Math.max(rect.left, area.left));
      around.top = Math.min(around.top, Math.max(rect.top, area.top));
      around.right = Math.max(around.right, Math.min(rect.right, area.right));
      around.bottom = Math.max(around.bottom, Math.min(rect.bottom, area.bottom));
    }
    const filled = (Math.max(0, around.right - around.left) * Math.max(0, around.bottom - around.top)) / (area.width * area.height);
    if (filled < FILLED) complaints.push(`only ${Math.round(filled * 100)} % of the middle band is used`);
  }
  return [...new Set(complaints)];
}

/** Runs in the page: whether it is wider than the screen, and buttons that do not hold their words. On boards `broken` asks. */
export function tight(when: string): readonly string[] {
  const about = (each: Element) => `${each.outerHTML.slice(0, 100)} ${JSON.stringify(each.getBoundingClientRect())}`;
  const buttons = [...document.querySelectorAll("button, .button")].filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest("#board"));
  const found = buttons.filter((each) => each.scrollWidth > each.clientWidth + 2).map((each) => `${when}: its words are cut off: ${about(each)}`);
  const { scrollWidth } = document.documentElement;
  if (scrollWidth <= innerWidth) return found;
  const wide = [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > innerWidth + 1);
  return [...found, `${when}: ${scrollWidth} px wide, by ${wide.slice(0, 3).map(about).join(" | ")}`];
}
