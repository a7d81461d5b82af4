// A puzzle, on a phone: a person tries the second best act, then the best, and shares how it went.
//   node e2e/puzzle.ts http://127.0.0.1:8765 en,fr [FOLDER for pictures]
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launch, PATIENCE_MS } from "./browser.ts";
import { gamesAt } from "./games.ts";
import { partsOf } from "../src/table/pointing.ts";
import type { PosedPuzzle } from "../src/wire.gen.ts";
import { Words, type Language } from "./words.ts";

const [base, languages, folder] = process.argv.slice(2) as [string, string, string | undefined];

const NUMBER = 2;

/** What the page hands to the device's share sheet is kept for the test. */
const CATCH_SHARED = "window.shared = []; navigator.share = (what) => (window.shared.push(what.text), Promise.resolve());";

async function solved(browser: Browser, game: string, language: Language): Promise<void> {
  const context = await browser.newContext({ locale: language, viewport: { width: 390, height: 664 }, hasTouch: true });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(CATCH_SHARED);
  const page = await context.newPage();
  const words = new Words(language, game);
  await page.goto(`${base}/puzzle/${game}/${NUMBER}`);
  await page.locator("#board").getByRole("button").first().waitFor();
  assert.equal(await page.evaluate(() => document.scrollingElement!.scrollHeight <= innerHeight + 1), true, "the puzzle scrolls");
  if (folder) await page.screenshot({ path: join(folder, `puzzle-${game}-${language}.png`) });
  const share = page.getByRole("button", { name: words.say("web.puzzle.share"), exact: true });
  const { acts } = (await (await page.request.get(`${base}/api/puzzles/${game}?number=${NUMBER}`)).json()) as PosedPuzzle;
  await touchAct(page, acts[1]!);
  await page.locator(".strip .text", { hasText: "%" }).waitFor();
  await touchAct(page, acts[0]!);
  await share.tap();
  if (folder) await page.screenshot({ path: join(folder, `puzzle-${game}-${language}-solved.png`) });
  const line = await page.waitForFunction(() => (window as unknown as { shared: string[] }).shared[0]).then((found) => found.jsonValue());
  assert.match(line!, /^Cartable, .* 2/);
  const best = (await page.locator(".strip .text").innerText()).match(/(?<=: ).*?(?=, \d+)/)![0];
  assert(!line!.includes(best), `what is shared gives it away: ${line}`);
  await page.getByRole("link", { name: words.say("web.puzzle.next"), exact: true }).tap();
  await page.waitForURL(/\/puzzle\/\w+\/\d+$/);
  await page.getByRole("button", { name: words.say("web.puzzle.show"), exact: true }).tap();
  await page.locator(".strip .text", { hasText: "%" }).waitFor();
  await context.close();
}

/** Do an act by touching what stands for it on the board, part by part; some boards then want to be sure. */
async function touchAct(page: Page, act: string): Promise<void> {
  const parts = partsOf(act);
  for (const part of parts.length > 1 ? parts.slice(1) : parts)
    await page.locator("[data-part]").filter({ visible: true }).and(page.locator(`[data-part="${part}"], [data-part^="${part}|"], [data-part*="|${part}|"], [data-part$="|${part}"]`)).first().tap();
  const sure = page.locator("#board .button.done:not([aria-disabled=true])");
  if (await sure.count()) await sure.first().tap();
}

const browser = await launch();
try {
  const games = (await gamesAt(base)).filter(({ puzzles }) => puzzles > 0);
  for (const language of languages.split(",")) for (const { id } of games) await solved(browser, id, language);
  console.log(`solved: ${games.map(({ id }) => id).join(" ")}`);
} finally {
  await browser.close();
}
