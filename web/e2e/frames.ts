// How smoothly cards move on a slow phone: frames a second while a match is watched, a line for each game with the
// frames a second and the share of frames that came late.
//   node e2e/frames.ts http://127.0.0.1:8765
import { PATIENCE_MS, launch } from "./browser.ts";
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
  }
}

/** Runs in the page: how long each frame took, while anything moves. */
function watch(): void {
  window.shownMs = [];
  let before = 0;
  let moving = false;
  const look = (now: number) => {
    const moves = document.getAnimations().some((each) => each.playState === "running");
    if (moves && moving) window.shownMs.push(now - before);
    [before, moving] = [now, moves];
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const browser = await launch();
try {
  for (const { id: game } of await gamesAt(base)) {
    const context = await browser.newContext({ ...PHONE, locale: "en-GB" });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(watch);
    const page = await context.newPage();
    const { code, key } = await table(page, base, game);
    await post(page, `${base}/api/tables/${code}/start`, {}, key);
    await page.goto(`${base}/t/${code}`);
    await page.locator("#board").getByRole("button").first().waitFor();
    await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const [player, hand, words] = [await playerOf(game), new Pointer(page, true), new Words("en", game)];
    for (let done = 0; done < MOVES && !(await page.locator("#result").count()); ) {
      // To read the whole page takes as long as several frames: not while anything moves, or it would be measured too.
      await page.waitForFunction(() => !document.getAnimations().some((each) => each.playState === "running"));
      const move = player(await Seen.of(page.locator("#board")), words);
      if (move && (await hand.move(move))) done += 1;
      else await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    }
    const frames = await page.evaluate(() => window.shownMs);
    const took = frames.reduce((sum, each) => sum + each, 0);
    const late = frames.filter((each) => each > LATE_MS).length;
    console.log([game, Math.round((1000 * frames.length) / Math.max(1, took)), Math.round((100 * late) / Math.max(1, frames.length)), frames.length].join(" "));
    await context.close();
  }
} finally {
  await browser.close();
}
