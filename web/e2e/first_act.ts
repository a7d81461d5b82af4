// How long until somebody with a slow phone can act: from the click on a link to the first button of the board that
// does something, in milliseconds, a line for each game.
//   node e2e/first_act.ts http://127.0.0.1:8765 http://127.0.0.1:9999 5
// The second address leads to the same server through a slow connection; the third argument is how often.
import { launch } from "./browser.ts";
import { gamesAt } from "./games.ts";
import { post, table } from "./tour.ts";
import { PHONE } from "./visitor.ts";

const [base, slow, times] = process.argv.slice(2) as [string, string, string];
const SLOWER = 4;

declare global {
  interface Window {
    ready: Promise<number>;
  }
}

/** Runs in the page before anything else. */
function watch(): void {
  window.ready = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector("#board button:enabled:not([aria-disabled=true])")) requestAnimationFrame(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  });
}

const browser = await launch();
try {
  for (const { id: game } of await gamesAt(base)) {
    const taken: number[] = [];
    for (let time = 0; time < Number(times); time++) {
      const context = await browser.newContext({ ...PHONE, locale: "fr-FR" });
      await context.addInitScript(watch);
      const page = await context.newPage();
      const { code, key } = await table(page, base, game);
      await post(page, `${base}/api/tables/${code}/start`, {}, key);
      const tools = await context.newCDPSession(page);
      await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
      await page.goto(`${slow}/t/${code}`, { waitUntil: "commit" });
      taken.push(Math.round(await page.evaluate(() => window.ready)));
      await context.close();
    }
    console.log([game, ...taken].join(" "));
  }
} finally {
  await browser.close();
}
