// A match that was played at a server is taken to a device and back, and one of a device to a server: the log stays the
// same to the last byte, and verifies at both.
//   node e2e/carried.ts SITE SERVER FOLDER
// SITE is what `make site` wrote; SERVER takes match logs in; the logs are left in FOLDER.
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { launch } from "./browser.ts";
import { comes, playBots, playNow, StaticHost } from "./device.ts";
import { Pointer } from "./hands.ts";
import { left, playAll, sees } from "./scenes.ts";
import type { Visitor } from "./visitor.ts";

const [site, server, folder] = process.argv.slice(2) as [string, string, string];
/** Of the games that wait for people the one that is over first. */
const GAME = "quinto";

/** On the page of a match: it verifies, and its log is saved under a name. */
async function saves(visitor: Visitor, hand: Pointer, name: string): Promise<string> {
  const { page, words } = visitor;
  await page.getByText(words.say("web.analysis.title"), { exact: true }).waitFor();
  await hand.push(visitor.button("web.verify.button"));
  await page.locator(".verdict.good").waitFor();
  const saving = page.waitForEvent("download");
  await hand.push(page.getByRole("link", { name: words.say("web.replay.export"), exact: true }));
  const path = join(folder, `${name}.jsonl`);
  copyFileSync(await (await saving).path(), path);
  return path;
}

/** To the end of the match, to its page by way of the first one, and its log. */
async function playsOn(visitor: Visitor, hand: Pointer, base: string, name: string): Promise<string> {
  await visitor.play(hand);
  sees("nothing was done", visitor.moves > 0);
  await visitor.page.goto(`${base}/`);
  await hand.push(visitor.page.locator(`[aria-labelledby="past"] a`).first());
  return saves(visitor, hand, name);
}

async function takesIn(visitor: Visitor, hand: Pointer, base: string, log: string, name: string): Promise<void> {
  await visitor.page.goto(`${base}/`);
  const choosing = visitor.page.waitForEvent("filechooser");
  await hand.push(visitor.button("web.offline.import"));
  await (await choosing).setFiles(log);
  const back = await saves(visitor, hand, name);
  sees(`${name}: the log came back changed`, readFileSync(back).equals(readFileSync(log)));
}

const browser = await launch();
const host = await StaticHost.of(site);
try {
  const [atServer, onDevice] = [await comes(browser, server, GAME), await comes(browser, host.base, GAME)];
  const [there, here] = [new Pointer(atServer.page, false), new Pointer(onDevice.page, false)];
  await playAll({
    "from the server to the device and back": async () => {
      await playBots(atServer, there);
      const log = await playsOn(atServer, there, server, "server");
      await takesIn(onDevice, here, host.base, log, "server-device");
    },
    "from the device to the server and back": async () => {
      await onDevice.page.goto(`${host.base}/`);
      await playNow(onDevice, here);
      const log = await playsOn(onDevice, here, host.base, "device");
      await takesIn(atServer, there, server, log, "device-server");
    },
  });
  await left(atServer);
  await left(onDevice);
} finally {
  await browser.close();
  host.cut();
}
