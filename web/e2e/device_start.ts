// How long it takes on this device until a match can be played, with everything fetched before, on a laptop and on a
// slower processor: from the opening of the page to the board, the button pushed as soon as it is there, and from the
// button to the board, for somebody who reads the first page before. In milliseconds. At `living.room` as over plain HTTP.
//   node e2e/device_start.ts http://127.0.0.1:8000 push 1 4
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchAt, WITH_LIVING_ROOM } from "./browser.ts";
import { MEMORY } from "../src/offline/memory.ts";
import { slowed } from "./slowed.ts";
import { Words } from "./words.ts";

const [base, game, ...all] = process.argv.slice(2) as [string, string, ...string[]];
const TIMES = 5;
/** Somebody who looks at the first page for a moment. */
const READS_MS = 3_000;
const LOOK_MS = 200;
const words = new Words("en", game);

/** Runs in the page. */
const remembers = (name: string) =>
  new Promise<boolean>((resolve) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => {
      const counting = opening.result.transaction("kept").objectStore("kept").count();
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result > 0);
      };
    };
  });

for (const times of all.map(Number)) {
  const { browser, process: started } = await launchAt(mkdtempSync(join(tmpdir(), "cartable-start-")), [WITH_LIVING_ROOM]);
  try {
    const page = await browser.contexts()[0]!.newPage();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.addInitScript(() => {
      localStorage.setItem("cartable:settings", JSON.stringify({ language: "en" }));
      localStorage.setItem("cartable:name", JSON.stringify("Ann"));
    });
    const button = page.getByRole("button", { name: words.say("told", { what: words.say("web.home.play-bots"), how: words.own("name") }), exact: true });
    const play = async () => {
      await button.click();
      const field = page.getByRole("dialog").getByRole("textbox");
      await field.or(page.locator("#board")).first().waitFor();
      if (await field.count()) {
        await field.fill("Ann");
        await page.keyboard.press("Enter");
      }
      await page.locator("#board").waitFor();
    };
    await page.goto(`${base}/`);
    await play();
    await page.waitForFunction(() => !window.isSecureContext || navigator.serviceWorker.controller !== null);
    // The memory of the first start is kept a little later.
    while (!(await page.evaluate(remembers, MEMORY))) await page.waitForTimeout(LOOK_MS);
    const [opened, pushed, later]: [number[], number[], number[]] = [[], [], []];
    for (let time = 0; time < TIMES; time++) {
      // The page is opened again, without what the one before left in memory.
      await page.goto("about:blank");
      await page.goto(`${base}/`, { waitUntil: "commit" });
      const end = slowed(started, times);
      const began = Date.now();
      await button.waitFor();
      const there = Date.now();
      await play();
      opened.push(Date.now() - began);
      pushed.push(Date.now() - there);
      end();
    }
    for (let time = 0; time < TIMES; time++) {
      await page.goto("about:blank");
      await page.goto(`${base}/`);
      await button.waitFor();
      await page.waitForTimeout(READS_MS);
      const end = slowed(started, times);
      const began = Date.now();
      await play();
      later.push(Date.now() - began);
      end();
    }
    console.log(JSON.stringify({ slowed: times, opened, pushed, later }));
  } finally {
    started.kill("SIGKILL");
  }
}
