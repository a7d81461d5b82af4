// A page of a server plays on by itself when the server goes away.
//   node e2e/offline_server.ts PYTHON
// PYTHON has Cartable, and serves it.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Browser, Page } from "playwright-core";
import { launch, LIVING_ROOM, WITH_LIVING_ROOM } from "./browser.ts";
import { installed, playNow } from "./device.ts";
import { Pointer } from "./hands.ts";
import { left, playAll, sees } from "./scenes.ts";
import { DESKTOP, Visitor } from "./visitor.ts";

const [python] = process.argv.slice(2) as [string];
/** Longer than a page waits before it fetches Python of its own accord. */
const IDLE_MS = 11_000;

async function serve(): Promise<{ base: string; server: ChildProcess }> {
  const store = join(mkdtempSync(join(tmpdir(), "cartable-serve-")), "cartable.db");
  const given = ["-m", "cartable", "serve", "--host", "127.0.0.1", "--port", "0", "--wait-scale", "0", "--store", store, "--thinkers", "1", "--no-limits", "--allow-host", LIVING_ROOM];
  const server = spawn(python, given, { stdio: ["ignore", "pipe", "ignore"] });
  for await (const line of createInterface(server.stdout)) return { base: line.trim().split(/\s+/).at(-1)!.replace(/\/$/, ""), server };
  throw new Error("the server does not start");
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
async function serverGone(browser: Browser, base: string, server: ChildProcess): Promise<void> {
  const shown = base.replace("127.0.0.1", LIVING_ROOM);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB" });
  await context.clock.install();
  const visitor = await Visitor.within(context, { name: "Ann", language: "en", screen: { viewport: { width: 1280, height: 800 } }, game: "push", base: shown, asked: base, kept: { "wait-scale": 0, settings: { forced: false, motion: 0 } } });
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

/** Somebody on a device that may keep the page, who has read nothing yet. */
async function reader(browser: Browser, base: string): Promise<Visitor> {
  const context = await browser.newContext({ ...DESKTOP, locale: "fr-FR" });
  await context.clock.install();
  const visitor = await Visitor.within(context, { name: "Ann", language: "fr", screen: DESKTOP, game: "trio", base });
  await visitor.page.clock.fastForward(IDLE_MS);
  await installed(visitor.page);
  return visitor;
}

/** Without the server: the rules of a game in both languages. */
async function rulesAreKept(visitor: Visitor, base: string): Promise<void> {
  visitor.offline = true;
  await visitor.page.goto(`${base}/rules/${visitor.words.game}`);
  await visitor.page.getByText("TRIO-01", { exact: true }).first().waitFor();
  const other = await visitor.page.evaluate(async (path) => (await fetch(path)).text(), `${base}/api/rules/en/hexa`);
  sees("no rules of another game in another language", other.includes("HEXA-01"));
  await left(visitor);
}

const { base, server } = await serve();
const browser = await launch([WITH_LIVING_ROOM]);
try {
  const reads = await reader(browser, base);
  await playAll({
    "the server goes away": () => serverGone(browser, base, server),
    "its rules are kept": () => rulesAreKept(reads, base),
  });
} finally {
  server.kill("SIGKILL");
  await browser.close();
}
