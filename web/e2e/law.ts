// The law of the stage, measured in the page: while a match is on nothing scrolls, every control that can be used lies
// inside the screen, is large enough and covered by nothing, and the middle band is filled.
//   node e2e/law.ts http://127.0.0.1:8765 positions.json en 390x664 1440x900 ...
// A size may end in `@200`: twice the size of text; then the table may scroll, the actions may not.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { launch } from "./browser.ts";
import { drawn, StandIn, type Position } from "./standin.ts";
import type { Language } from "./words.ts";

const [base, file, language, ...sizes] = process.argv.slice(2) as [string, string, Language, ...string[]];
const positions = JSON.parse(readFileSync(file, "utf8")) as readonly Position[];

/** Where it is looked at once more, with a card picked. */
const PICKED = ["360x560", "664x390", "1280x650"];

interface Asked {
  readonly race: boolean;
  readonly large: boolean;
  readonly acts: boolean;
}

/** Runs in the page: what breaks the law. */
function broken({ race, large, acts }: Asked): readonly string[] {
  const LEAST = 44;
  const RACED = 64;
  /** Of the points of a control that must answer to it: its corners may be round, or cut off. */
  const FREE = 0.6;
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
      if (scrolls && seen(each) && !each.closest("[data-drawer]")) complaints.push(`scrolls: ${each.outerHTML.slice(0, 80)}`);
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
    if (!inText && !nearest && (wide < least || high < least)) complaints.push(`smaller than ${least}: ${where}`);
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

  if (table && !large) {
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

/** Complaints that differ in numbers alone are one: how often, and the first of each. */
const found = new Map<string, { first: string; where: string[] }>();
let checks = 0;

function note(complaint: string, where: string): void {
  const key = complaint.replace(/ at -?[\d,-]+ \d+x\d+$/, "").replace(/\d+/g, "#");
  const known = found.get(key) ?? { first: complaint, where: [] };
  found.set(key, known);
  known.where.push(where);
}

function screenOf(size: string): { width: number; height: number } {
  const [width, height] = size.replace("@200", "").split("x").map(Number) as [number, number];
  return { width, height };
}

async function look(page: Page, position: Position, screens: readonly string[], large: boolean, after = ""): Promise<void> {
  const { race, legal, seat, game, players, kind, name } = position;
  for (const size of screens) {
    await page.setViewportSize(screenOf(size));
    await drawn(page);
    checks += 1;
    for (const complaint of await page.evaluate(broken, { race, large, acts: legal.length > 0 && !after }))
      note(`${game}: ${complaint}`, `${size} ${language}, ${players} players, seat ${seat ?? "none"}, ${kind} (${name})${after}`);
  }
}

/** Where the log opens by itself a page begins otherwise: large screens have a browser of their own, as large text has. */
const ROOMY = 1600;
const passes = [
  { large: false, those: (width: number) => width < ROOMY },
  { large: false, those: (width: number) => width >= ROOMY },
  { large: true, those: () => true },
];
for (const { large, those } of passes) {
  const wanted = sizes.filter((size) => size.endsWith("@200") === large && those(parseInt(size)));
  if (!wanted.length) continue;
  const browser = await launch(large ? ["--blink-settings=defaultFontSize=32"] : []);
  try {
    const context = await browser.newContext({ locale: language, reducedMotion: "reduce", hasTouch: true, viewport: screenOf(wanted[0]!) });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    page.on("pageerror", (error) => note(`error: ${error.message}`, page.url()));
    const standIn = await StandIn.on(page, base);
    for (const position of positions) {
      await standIn.show(position);
      await look(page, position, wanted, large);
      // What is only picked up changes what can be done, and the server knows nothing of it.
      const held = page.locator('[data-band="mine"] button:enabled:not([aria-disabled=true])').first();
      if (large || !position.legal.length || !(await held.count())) continue;
      await held.click({ force: true });
      if (!standIn.acted) await look(page, position, wanted.filter((size) => PICKED.includes(size)), large, ", with something picked");
    }
    await context.close();
  } finally {
    await browser.close();
  }
}
console.log(`${checks} checks`);
if (found.size) {
  const often = [...found.values()].sort((a, b) => b.where.length - a.where.length);
  const lines = often.map(({ first, where }) => `${first}\n    ${where.length} times: ${[...new Set(where.map((each) => each.split(" ")[0]))].join(" ")}; first ${where[0]!}`);
  console.error(`The law of the stage is broken in ${found.size} ways\n${lines.join("\n")}`);
  process.exitCode = 1;
}
