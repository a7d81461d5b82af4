// How long until somebody with a slow phone sees the first page, and until its first button does something: from the click
// on a link, in milliseconds. A line for the page as it is, and one for the page without all that plays offline.
//   node e2e/first_paint.ts http://127.0.0.1:9999 5
// The address leads to a server through a slow connection; the second argument is how often.
import { launch } from "./browser.ts";
import { PHONE } from "./visitor.ts";

const [slow, times] = process.argv.slice(2) as [string, string];
const SLOWER = 4;
const WAYS = ["allow", "block"] as const;

declare global {
  interface Window {
    pushable: Promise<number>;
  }
}

/** Runs in the page before anything else. */
function watch(): void {
  window.pushable = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(`[aria-labelledby="games"] button:enabled`)) requestAnimationFrame(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  });
}

const painted = () => performance.getEntriesByName("first-contentful-paint")[0]!.startTime;

const browser = await launch();
try {
  const found = new Map(WAYS.map((way) => [way, { paint: [] as number[], button: [] as number[] }]));
  for (let time = 0; time < Number(times); time++)
    for (const way of WAYS) {
      const context = await browser.newContext({ ...PHONE, locale: "fr-FR", serviceWorkers: way });
      await context.addInitScript(watch);
      if (way === "block") await context.route("**/python/**", (route) => route.abort());
      const page = await context.newPage();
      const tools = await context.newCDPSession(page);
      await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
      await page.goto(`${slow}/`, { waitUntil: "commit" });
      const button = await page.evaluate(() => window.pushable);
      found.get(way)!.button.push(Math.round(button));
      found.get(way)!.paint.push(Math.round(await page.evaluate(painted)));
      await context.close();
    }
  for (const [way, { paint, button }] of found) console.log(JSON.stringify({ offline: way === "allow", paint, button }));
} finally {
  await browser.close();
}
