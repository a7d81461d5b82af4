// Every page, looked over: axe, sizes of targets, narrow screens, large text, the language.
//   node e2e/pages.ts http://127.0.0.1:8765 positions.json en light
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { PATIENCE_MS, launch, speaking, spoken } from "./browser.ts";
import { everyDialog } from "./dialogs.ts";
import { tight } from "./measure.ts";
import type { Position } from "./standin.ts";
import { everyPage, type More, type Shown } from "./tour.ts";
import { built } from "./words.ts";

declare const axe: { run(options: unknown): Promise<AxeResults> };

const [base, file, language, shade] = process.argv.slice(2) as [string, string, string, "light" | "dark"];
const positions = JSON.parse(readFileSync(file, "utf8")) as readonly Position[];
const AXE = readFileSync(resolve(import.meta.dirname, "../node_modules/axe-core/axe.min.js"), "utf8");
const complaints: string[] = [];

/** The rule left out takes the figures drawn on cards for labels; it is still an experiment of axe's. */
async function axed(page: Page, only: readonly string[] = []): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate((names) => axe.run({ resultTypes: ["violations"], ...(names.length ? { runOnly: names } : { rules: { "label-content-name-mismatch": { enabled: false } } }) }), only);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ""}`).join(" | ")}`);
}

/** Runs in the page: felts, wherever they lie, that are not written on in the colour of the shade. Axe does not look at pictures. */
function misinked(): readonly string[] {
  const upon = Object.assign(document.body.appendChild(document.createElement("i")), { style: "color: var(--felt-text)" });
  const expected = getComputedStyle(upon).color;
  upon.remove();
  return [...document.querySelectorAll<HTMLElement>(".felt")].filter((felt) => getComputedStyle(felt).color !== expected).map((felt) => `written on felt in ${getComputedStyle(felt).color}: ${felt.outerHTML.slice(0, 120)}`);
}

/** Runs in the page: targets that are too small. Links within text do not count (WCAG 2.5.8). */
function small(race: boolean): readonly string[] {
  const targets = [...document.querySelectorAll<HTMLElement>("button, a[href], select, input:not([type=radio], [type=checkbox])")];
  return targets.flatMap((target) => {
    const { width, height } = target.getBoundingClientRect();
    const inText = target.matches(".why") || (target.matches("a") && getComputedStyle(target).display === "inline");
    if (inText || target.matches(".skip") || !target.checkVisibility({ visibilityProperty: true })) return [];
    // On the stage its law holds (measure.ts, docs/decisions): 44, and 64 for what is raced. Elsewhere it is 48.
    const around = target.closest(".stage") ? 44 : 48;
    const least = race && target.closest("#board") && !target.closest("[data-unraced]") ? 64 : around;
    // Quinto's sheet has twelve columns, as it is printed: a touch takes the nearest cell that can be written in.
    if (target.closest("[data-nearest]")) return Math.round(width) >= 24 && Math.round(height) >= 40 ? [] : [`cell ${Math.round(width)}x${Math.round(height)}`];
    const fits = Math.round(height) >= least && Math.round(width) >= least;
    return fits ? [] : [`target ${Math.round(width)}x${Math.round(height)}, not ${least}: ${target.outerHTML.slice(0, 120)}`];
  });
}

async function looked({ page, title, race, opened }: Shown): Promise<void> {
  // What axe sees does not depend on how long a made-up language's words are.
  const found: string[] = built(language) ? [...(await axed(page))] : opened ? [...(await axed(page, ["color-contrast"]))] : [];
  found.push(...(await page.evaluate(misinked)));
  found.push(...(await page.evaluate(small, race)));
  const lang = await page.evaluate(() => document.documentElement.lang);
  if (lang !== spoken(language)) found.push(`lang is ${lang}`);
  const before = page.viewportSize()!;
  // 320 px wide, which is also what 400 % of zoom leaves of 1280 px; then what 200 % leaves.
  for (const [when, viewport] of [["320 px", { width: 320, height: 568 }], ["200 % zoom", { width: 640, height: 400 }]] as const) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    found.push(...(await page.evaluate(tight, when)));
  }
  await page.setViewportSize(before);
  complaints.push(...found.map((text) => `${title} (${language}): ${text}`));
}

const browser = await launch();
try {
  const context = await speaking(browser, language, { viewport: { width: 390, height: 844 }, colorScheme: shade, reducedMotion: "reduce" });
  context.setDefaultTimeout(PATIENCE_MS);
  context.on("weberror", (error) => complaints.push(`error: ${error.error().message}`));
  const page = await context.newPage();
  // Longer words break what opens over a page first. Televisions have a test of their own.
  const dialogs: More | undefined = built(language) ? undefined : (here, at, spoken_, show) => everyDialog(here, at, spoken_, (title) => show(title, { opened: true }));
  const count = await everyPage(page, base, language, positions, looked, dialogs, false);
  console.log(`${count} pages`);
  if (complaints.length) throw new Error(complaints.join("\n"));
} finally {
  await browser.close();
}
