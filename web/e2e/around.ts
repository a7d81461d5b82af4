// Around a match: names, the keyboard's first stops, what moves while a page comes, zoom, and colours that the system chooses.
//   node e2e/around.ts http://127.0.0.1:8765/games positions.json fr
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { launch } from "./browser.ts";
import { Pointer } from "./hands.ts";
import { left, playAll, sees } from "./scenes.ts";
import { drawn, StandIn, type Position } from "./standin.ts";
import { DESKTOP, PHONE, Visitor } from "./visitor.ts";
import { Words, type Language } from "./words.ts";

const [base, file, language] = process.argv.slice(2) as [string, string, Language];
const positions = JSON.parse(readFileSync(file, "utf8")) as readonly Position[];
const KEPT = { settings: { language, forced: false, motion: 0 } };

const comes = (browser: Browser, screen: typeof PHONE | typeof DESKTOP) => Visitor.come(browser, { name: "Zoé", language, screen, game: "push", base, kept: KEPT });

/** With others a name is needed, and said to be; against bots the animal's serves. From there the first stop of the keyboard leads to the board. */
async function names(browser: Browser): Promise<void> {
  const visitor = await comes(browser, DESKTOP);
  const { page, words } = visitor;
  const hand = new Pointer(page, false);
  const open = (key: string) => page.getByRole("button", { name: words.say("told", { what: words.say(key), how: words.own("name") }), exact: true });
  const dialog = page.getByRole("dialog");
  await hand.push(open("web.home.open-table"));
  for (const [key, written] of [["Go", ""], ["Enter", ""], ["Go", "   "]] as const) {
    await dialog.getByRole("textbox").fill(written);
    if (key === "Go") await hand.push(dialog.getByRole("button", { name: words.say("web.go"), exact: true }));
    else await page.keyboard.press("Enter");
    await dialog.getByRole("alert").filter({ hasText: words.say("web.name-first") }).waitFor();
    sees("the field has not the focus", await dialog.getByRole("textbox").evaluate((field) => field === document.activeElement));
  }
  await hand.push(dialog.getByRole("button", { name: words.say("web.cancel"), exact: true }));
  await hand.push(open("web.home.play-bots"));
  const animal = (await dialog.getByRole("textbox").getAttribute("placeholder"))!;
  sees(`no animal: ${animal}`, animal.length > 2);
  await dialog.getByRole("textbox").press("Enter");
  await page.locator("#board").waitFor();
  const { host, places } = (await (await page.request.get(`${base}/api/tables/${new URL(page.url()).pathname.split("/").at(-1)!}`)).json()) as { host: number; places: { id: number; name: string }[] };
  sees(`called ${JSON.stringify(places)}`, places.find(({ id }) => id === host)?.name === animal);
  // The page has opened without the browser: the keyboard begins at its title.
  await page.waitForFunction(() => document.activeElement?.matches("h1"));
  const address = page.url();
  const skip = page.getByRole("link", { name: words.say("web.skip"), exact: true });
  await skip.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.closest("#board") != null);
  sees(`the table was left: ${page.url()}`, page.url().split("#")[0] === address && (await page.locator("#board").count()) === 1);
  await left(visitor);
}

/** Runs in the page: how far what is shown has moved by itself, and what. */
function shifts(): Promise<string[]> {
  /** A typeface that comes after the first picture moves some words by a pixel or two. */
  const BY_TYPEFACE = 0.02;
  return new Promise((told) => {
    new PerformanceObserver((list) => {
      const all = list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[];
      told(all.filter(({ value }) => value >= BY_TYPEFACE).map(({ value, sources }) => `${value.toFixed(4)}: ${sources.map(({ node }) => (node instanceof Element ? `${node.nodeName}.${node.className}` : "")).join(", ")}`));
    }).observe({ type: "layout-shift", buffered: true });
    // Without any it is never called.
    setTimeout(() => told([]));
  });
}

/** Nothing moves while the first page and the rules come, nor when installing is offered late. */
async function still(browser: Browser): Promise<void> {
  for (const screen of [PHONE, DESKTOP]) {
    const visitor = await comes(browser, screen);
    const { page } = visitor;
    for (const path of ["", "/rules/push", "/rules/trio"]) {
      await page.goto(base + (path || "/"));
      await (path ? page.getByText(/^(PUSH|TRIO)-01$/) : page.locator(".games article")).first().waitFor();
      await page.evaluate(() => document.fonts.load("1em Cartable"));
      await drawn(page);
      if (!path) {
        await page.evaluate(() => window.dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: () => Promise.resolve() })));
        await visitor.button("web.offline.install-now").waitFor();
        await drawn(page);
      }
      const moved = await page.evaluate(shifts);
      sees(`${path || "the first page"} moves at ${screen.viewport.width} px: ${moved.join("; ")}`, !moved.length);
    }
    await left(visitor);
  }
}

/** On a large screen each step of a browser's zoom, which makes the screen smaller, makes letters larger. */
async function zoomed(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  const sizes: number[] = [];
  for (const zoom of [1, 1.1, 1.25, 1.5, 1.75, 2]) {
    await page.setViewportSize({ width: Math.round(2560 / zoom), height: Math.round(1440 / zoom) });
    if (zoom === 1) await page.goto(`${base}/`);
    sizes.push(zoom * parseFloat(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)));
  }
  sees(`letters of ${sizes.map((size) => size.toFixed(1)).join(", ")} px`, sizes.every((size, at) => !at || size > sizes[at - 1]! * 1.02));
  await page.close();
}

/** Runs in the page: things of these kinds whose edges cannot be seen. */
function edgeless(selectors: readonly string[]): readonly string[] {
  return selectors.flatMap((selector) => {
    const all = [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility());
    if (!all.length) return [`no ${selector}`];
    const seen = (each: HTMLElement): boolean => {
      const { borderTopWidth, boxShadow, forcedColorAdjust } = getComputedStyle(each) as CSSStyleDeclaration & { forcedColorAdjust: string };
      return parseFloat(borderTopWidth) > 0 || (forcedColorAdjust === "none" && boxShadow !== "none");
    };
    return all.filter((each) => !seen(each)).slice(0, 1).map((each) => `no edge: ${each.outerHTML.slice(0, 100)}`);
  });
}

/** Where the system chooses the colours, what can be pushed or written in has edges. */
async function forced(browser: Browser): Promise<void> {
  const context = await browser.newContext({ ...PHONE, locale: language, forcedColors: "active", reducedMotion: "reduce" });
  const page = await context.newPage();
  const lacking = async (where: Page, ...selectors: string[]) => {
    const found = await where.evaluate(edgeless, selectors);
    sees(found.join("\n"), !found.length);
  };
  await page.goto(`${base}/`);
  await page.locator("article button").first().waitFor();
  await lacking(page, ".cells > span", ".button", ".icon-button");
  await page.getByRole("button", { name: new Words(language, "push").say("web.settings.title"), exact: true }).click();
  await page.getByRole("dialog").waitFor();
  const grounds = await page.evaluate(() => [...document.querySelectorAll("fieldset")].map((each) => new Set([...each.querySelectorAll("input + span")].map((span) => getComputedStyle(span).backgroundColor)).size));
  sees(`what is chosen looks like the rest: ${grounds.join()}`, grounds.every((different) => different === 2));
  const boards = await context.newPage();
  const standIn = await StandIn.on(boards, base);
  for (const [game, ...selectors] of [["quinto", "[data-cell]"], ["trio", "button.fault"]] as const) {
    await standIn.show(positions.find((each) => each.game === game)!);
    await lacking(boards, ...selectors);
  }
  await context.close();
}

const browser = await launch();
try {
  await playAll({
    names: () => names(browser),
    "nothing moves": () => still(browser),
    zoomed: () => zoomed(browser),
    "forced colours": () => forced(browser),
  });
} finally {
  await browser.close();
}
