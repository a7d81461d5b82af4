// How long until somebody with a slow phone can act: from the click on a link to the first button of the board that
// does something, in milliseconds, a line for each game and server.
//   node e2e/first_act.ts 5 http://127.0.0.1:8765 http://127.0.0.1:9999
// The first argument is how often. Of each pair of addresses the second leads to the same server through a slow connection.
// Several servers are measured in turn, so that what else the machine does weighs on all of them.
import { launch } from "./browser.ts";
import { gamesAt } from "./games.ts";
import { post, table } from "./tour.ts";
import { PHONE } from "./visitor.ts";

const [times, ...addresses] = process.argv.slice(2) as [string, ...string[]];
const SERVERS = addresses.flatMap((base, at) => (at % 2 ? [] : [{ base, slow: addresses[at + 1]! }]));
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

async function firstAct(game: string, { base, slow }: (typeof SERVERS)[number]): Promise<number> {
  const context = await browser.newContext({ ...PHONE, locale: "fr-FR" });
  await context.addInitScript(watch);
  const page = await context.newPage();
  const { code, key } = await table(page, base, game);
  await post(page, `${base}/api/tables/${code}/start`, {}, key);
  const tools = await context.newCDPSession(page);
  await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.goto(`${slow}/t/${code}`, { waitUntil: "commit" });
  const taken = Math.round(await page.evaluate(() => window.ready));
  await context.close();
  return taken;
}

try {
  for (const { id: game } of await gamesAt(SERVERS[0]!.base)) {
    const taken = SERVERS.map((): number[] => []);
    for (let time = 0; time < Number(times); time++)
      for (const [at, server] of SERVERS.entries()) taken[at]!.push(await firstAct(game, server));
    for (const each of taken) console.log([game, ...each].join(" "));
  }
} finally {
  await browser.close();
}
