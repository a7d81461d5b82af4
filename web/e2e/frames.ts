// How smoothly cards move on a slow phone: a line for each game with the frames a second, the share of frames that came
// late, how many there were; and what a frame costs a processor that is not slowed down (busy.ts): milliseconds, layouts.
//   node e2e/frames.ts http://127.0.0.1:8765
import type { Page } from "playwright-core";
import { launch, PATIENCE_MS } from "./browser.ts";
import { MARKS, traced } from "./busy.ts";
import { gamesAt } from "./games.ts";
import { Pointer } from "./hands.ts";
import { playerOf } from "./players/index.ts";
import { Seen } from "./seen.ts";
import { post, table } from "./tour.ts";
import { PHONE } from "./visitor.ts";
import { Words } from "./words.ts";

const [base] = process.argv.slice(2) as [string];
const SLOWER = 4;
const MOVES = 8;
/** A frame is late when another would have fitted in before it. */
const LATE_MS = 1000 / 60 + 8;

declare global {
  interface Window {
    shownMs: number[];
    /** When nothing moves. */
    rested: () => Promise<void>;
  }
}

/** Runs in the page: how long each frame took, while anything moves. */
function watch({ moves: begin, frame, rests }: typeof MARKS): void {
  window.shownMs = [];
  let before = 0;
  let moving = false;
  let waiting: (() => void)[] = [];
  window.rested = () => new Promise((resolve) => waiting.push(resolve));
  const look = (now: number) => {
    const moves = document.getAnimations().some((each) => each.playState === "running");
    if (moves !== moving) performance.mark(moves ? begin : rests);
    if (moves) performance.mark(frame);
    if (moves && moving) window.shownMs.push(now - before);
    [before, moving] = [now, moves];
    if (!moves) {
      for (const resolve of waiting) resolve();
      waiting = [];
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Play some moves, and look at the page only while nothing moves: to read all of it takes as long as several frames. */
async function played(page: Page, game: string): Promise<void> {
  const [player, hand, words] = [await playerOf(game), new Pointer(page, true), new Words("en", game)];
  for (let done = 0; done < MOVES && !(await page.locator("#result").count()); ) {
    await page.evaluate(() => window.rested());
    const move = player(await Seen.of(page.locator("#board")), words);
    if (move && (await hand.move(move))) done += 1;
  }
  await page.evaluate(() => window.rested());
}

const browser = await launch();
try {
  for (const { id: game } of await gamesAt(base)) {
    const context = await browser.newContext({ ...PHONE, locale: "en-GB" });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(watch, MARKS);
    const page = await context.newPage();
    const { code, key } = await table(page, base, game);
    await post(page, `${base}/api/tables/${code}/start`, {}, key);
    await page.goto(`${base}/t/${code}`);
    await page.locator("#board").getByRole("button").first().waitFor();
    const cost = await traced(browser, page, () => played(page, game));
    await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.evaluate(() => (window.shownMs = []));
    await played(page, game);
    const frames = await page.evaluate(() => window.shownMs);
    const took = frames.reduce((sum, each) => sum + each, 0);
    const late = frames.filter((each) => each > LATE_MS).length;
    const whole = [(1000 * frames.length) / Math.max(1, took), (100 * late) / Math.max(1, frames.length), frames.length].map(Math.round);
    console.log([game, ...whole, cost.ms.toFixed(1), cost.layouts.toFixed(2)].join(" "));
    await context.close();
  }
} finally {
  await browser.close();
}
