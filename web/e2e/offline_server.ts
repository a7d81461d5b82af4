// A page of a server plays on by itself when the server goes away; and a match goes from a server to a device and back.
//   node e2e/offline_server.ts SITE PYTHON
// SITE is what `make site` wrote; PYTHON has Cartable, and serves it.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launch } from "./browser.ts";
import { comes, playNow, StaticHost } from "./device.ts";
import { Pointer } from "./hands.ts";
import { playAll, sees } from "./scenes.ts";
import { Visitor } from "./visitor.ts";
import { Words } from "./words.ts";

const [site, python, log] = process.argv.slice(2) as [string, string, string];
/** A name that no browser takes for this machine: what comes from there over plain HTTP may not be kept or installed. */
const LIVING_ROOM = "living.room";
/** Longer than a page waits before it fetches Python of its own accord. */
const IDLE_MS = 11_000;

async function serve(): Promise<{ base: string; server: ChildProcess }> {
  const store = join(mkdtempSync(join(tmpdir(), "cartable-serve-")), "cartable.db");
  const given = ["-m", "cartable", "serve", "--host", "127.0.0.1", "--port", "0", "--pace", "0", "--store", store, "--thinkers", "1", "--no-limits"];
  const server = spawn(python, given, { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise<string>((found, lost) => {
    server.stdout.on("data", (text: Buffer) => found(String(text)));
    server.on("exit", () => lost(new Error("the server does not start")));
  });
  return { base: line.trim().split(/\s+/).at(-1)!.replace(/\/$/, ""), server };
}

const ended = async (server: ChildProcess) => {
  const gone = new Promise((resolve) => server.on("exit", resolve));
  server.kill("SIGKILL");
  await gone;
};

/** A page that is open, with what it has fetched while nobody did anything. */
async function warmed(page: Page): Promise<void> {
  await page.clock.fastForward(IDLE_MS);
  await page.waitForFunction(() => localStorage.getItem("cartable:python-fetched") === "true");
}

/** The server is killed while the page is open, over plain HTTP: Play now opens a table on this device. */
async function serverGone(browser: Browser): Promise<void> {
  const { base, server } = await serve();
  const shown = base.replace("127.0.0.1", LIVING_ROOM);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB" });
  await context.clock.install();
  const visitor = await Visitor.within(context, { name: "Ann", language: "en", screen: { viewport: { width: 1280, height: 800 } }, game: "push", base: shown, asked: base, kept: { pace: 0, settings: { forced: false, motion: 0 } } });
  const { page } = visitor;
  sees("a place that browsers trust", !(await page.evaluate(() => window.isSecureContext || "serviceWorker" in navigator)));
  await page.evaluate(() => window.dispatchEvent(new Event("beforeinstallprompt")));
  sees("installing is offered over plain HTTP", !(await visitor.button("web.offline.install-now").count()));
  await warmed(page);
  visitor.offline = true;
  await ended(server);
  const hand = new Pointer(page, false);
  await playNow(visitor, hand);
  await visitor.play(hand, () => visitor.moves >= 4);
  // A header of the server is for HTTPS, and browsers remark on it elsewhere.
  const about = visitor.complaints.filter((text) => !text.includes("potentially-trustworthy-origin"));
  await visitor.leave();
  if (about.length) throw new Error(about.join("\n"));
}

/** The verdict on a match, as the page gives it. */
async function verdict(page: Page, words: Words): Promise<string> {
  await page.getByRole("button", { name: words.say("web.verify.button"), exact: true }).click();
  return page.locator(".verdict.good").innerText();
}

/** From a server to a device, where it is looked at, and to another server: the same log, and the same verdict. */
async function thereAndBack(browser: Browser, host: StaticHost): Promise<void> {
  const { base, server } = await serve();
  const words = new Words("en", "push");
  const post = async (body: Buffer): Promise<string> => {
    const answer = await fetch(`${base}/api/matches`, { method: "POST", body: new Uint8Array(body), headers: { "content-type": "application/x-ndjson", origin: base } });
    sees(`the server refuses it: ${answer.status}`, answer.status === 201);
    return ((await answer.json()) as { id: string }).id;
  };
  const id = await post(readFileSync(log));
  const visitor = await comes(browser, host.base, "push");
  const { page } = visitor;
  const there = await page.context().newPage();
  await there.goto(`${base}/replay/${id}`);
  const judged = await verdict(there, words);
  const saved = async (from: Page): Promise<Buffer> => {
    const saving = from.waitForEvent("download");
    await from.getByRole("link", { name: words.say("web.replay.export"), exact: true }).click();
    return readFileSync(await (await saving).path());
  };
  const taken = await saved(there);
  await there.close();
  await ended(server);
  const choosing = page.waitForEvent("filechooser");
  await visitor.button("web.offline.import").click();
  await (await choosing).setFiles({ name: "match.jsonl", mimeType: "application/x-ndjson", buffer: taken });
  sees("another verdict on this device", (await verdict(page, words)) === judged);
  const back = await saved(page);
  sees("the log is another one", back.equals(taken) && taken.equals(readFileSync(log)));
  const second = await serve();
  const answer = await fetch(`${second.base}/api/matches`, { method: "POST", body: new Uint8Array(back), headers: { "content-type": "application/x-ndjson", origin: second.base } });
  sees(`the other server refuses it: ${answer.status}`, answer.status === 201 && ((await answer.json()) as { verified: boolean }).verified);
  await ended(second.server);
  visitor.complaints.length = 0;
  await visitor.leave();
}

const browser = await launch([`--host-resolver-rules=MAP ${LIVING_ROOM} 127.0.0.1`]);
const host = await StaticHost.of(site);
try {
  await playAll({
    "the server goes away": () => serverGone(browser),
    "a match from a server, and back": () => thereAndBack(browser, host),
  });
} finally {
  await browser.close();
  host.cut();
}
