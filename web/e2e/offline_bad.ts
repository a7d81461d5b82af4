// What may be missing or break at a table with no server: each has a sentence and a way on, and nothing is lost.
//   node e2e/offline_bad.ts SITE
// SITE is what `make site` wrote.
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { launch, launchAt } from "./browser.ts";
import { comes, openLobby, playNow, StaticHost } from "./device.ts";
import { Pointer } from "./hands.ts";
import { left, playAll, sees } from "./scenes.ts";
import { DESKTOP, Visitor } from "./visitor.ts";

const [site] = process.argv.slice(2) as [string];
/** The script of the worker, in which a browser that lacks something can be played. */
const WORKER = `assets/${readdirSync(join(site, "assets")).find((name) => /^worker-.*\.js$/.test(name))!}`;
const PYTHON = JSON.parse(readFileSync(join(site, "python/files.json"), "utf8")) as { app: string; bytes: Record<string, number> };

/** The worker in a browser in which this has been done first. */
function withWorker(host: StaticHost, first: string): void {
  host.replaced.set(WORKER, Buffer.from(`${first}\n${readFileSync(join(site, WORKER), "utf8")}`));
}

/** Somebody whose page is as the host has it now. */
const fresh = (browser: Browser, host: StaticHost) => comes(browser, host.base, "push", { more: { serviceWorkers: "block" } });

/** Play now, which fails for a reason that is told. */
async function fails(visitor: Visitor, hand: Pointer, problem: string): Promise<void> {
  const { page, words } = visitor;
  visitor.offline = true;
  await hand.push(page.getByRole("button", { name: words.say("told", { what: words.say("web.home.play-bots"), how: words.own("name") }), exact: true }));
  await visitor.introduce(hand, "web.go");
  await page.getByRole("alert").filter({ hasText: words.say(`web.problem.${problem}`) }).waitFor();
  sees("it still says that it gets ready", !(await page.getByText(words.say("web.offline.starting")).count()));
}

/** A browser that was told to keep nothing. */
async function noDatabase(browser: Browser, host: StaticHost): Promise<void> {
  withWorker(host, 'const denied = () => { throw new DOMException("denied", "SecurityError"); }; for (const name of ["indexedDB", "caches"]) Object.defineProperty(self, name, { get: denied }); navigator.locks.request = async () => denied();');
  const visitor = await fresh(browser, host);
  const hand = new Pointer(visitor.page, false);
  await openLobby(visitor, hand);
  await visitor.page.getByText(visitor.words.say("web.offline.not-kept"), { exact: true }).waitFor();
  await hand.push(visitor.button("web.lobby.add-bot").first());
  await visitor.start(hand, 2);
  await visitor.play(hand, () => visitor.moves >= 2);
  host.replaced.clear();
  await left(visitor);
}

async function oldBrowser(browser: Browser, host: StaticHost): Promise<void> {
  host.replaced.set(WORKER, Buffer.from("import nothing;"));
  const visitor = await fresh(browser, host);
  await fails(visitor, new Pointer(visitor.page, false), "old-browser");
  // Everything else works: to read and to learn.
  await visitor.page.goto(`${host.base}/?p=practice/push`);
  await visitor.page.locator(".strip").waitFor();
  host.replaced.clear();
  await left(visitor);
}

/** A file that ends too early; once it is whole only that one is fetched again. */
async function halfAFile(browser: Browser, host: StaticHost): Promise<void> {
  const name = `python/${PYTHON.app}`;
  host.replaced.set(name, readFileSync(join(site, name)).subarray(0, 100_000));
  const visitor = await fresh(browser, host);
  const hand = new Pointer(visitor.page, false);
  await fails(visitor, hand, "half-downloaded");
  host.replaced.clear();
  host.asked.length = 0;
  await playNow(visitor, hand);
  const again = Object.keys(PYTHON.bytes).filter((each) => !each.endsWith(".mjs") && host.asked.includes(`python/${each}`));
  sees(`fetched again: ${again.join(", ")}`, again.join() === PYTHON.app);
  await left(visitor);
}

/** No room: it is said, what was tried is not done, and goes on once there is room. */
async function full(browser: Browser, host: StaticHost): Promise<void> {
  withWorker(host, 'let full = false; new BroadcastChannel("full").onmessage = ({ data }) => { full = data; }; const put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = function (...all) { const asked = put.apply(this, all); if (full) this.transaction.abort(); return asked; };');
  const visitor = await fresh(browser, host);
  const { page, words } = visitor;
  const hand = new Pointer(page, false);
  const becomes = (now: boolean) => page.evaluate((told) => new BroadcastChannel("full").postMessage(told), now);
  const sentence = page.getByText(words.say("web.offline.full")).first();
  await playNow(visitor, hand);
  await visitor.play(hand, () => visitor.moves >= 2);
  await becomes(true);
  await visitor.play(hand, () => sentence.isVisible());
  await becomes(false);
  const { moves } = visitor;
  await visitor.play(hand, () => visitor.moves >= moves + 2);
  host.replaced.clear();
  await left(visitor);
}

/** The browser is killed in the middle of a match: the first page leads back to it, with every act that was told. */
async function killed(host: StaticHost): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "cartable-profile-"));
  const wishes = { name: "Ann", language: "en", screen: DESKTOP, game: "push", base: host.base, kept: { "wait-scale": 0, settings: { language: "en", forced: false, motion: 0 } } };
  const taken = (visitor: Visitor) => visitor.page.locator("#board").ariaSnapshot();
  const before = await launchAt(folder);
  const visitor = await Visitor.within(before.browser.contexts()[0]!, wishes);
  await playNow(visitor, new Pointer(visitor.page, false));
  await visitor.play(new Pointer(visitor.page, false), () => visitor.moves >= 4);
  const match = visitor.page.url();
  const board = await taken(visitor);
  const gone = new Promise((resolve) => before.process.on("exit", resolve));
  before.process.kill("SIGKILL");
  await gone;
  const after = await launchAt(folder);
  const again = await Visitor.within(after.browser.contexts()[0]!, wishes);
  const hand = new Pointer(again.page, false);
  await hand.push(again.page.locator(".mine a"));
  await again.page.locator("#board").waitFor();
  sees(`another match: ${again.page.url()}`, again.page.url() === match);
  sees(`another board:\n${await taken(again)}\nwas\n${board}`, (await taken(again)) === board);
  await again.play(hand, () => again.moves >= 2);
  after.process.kill("SIGKILL");
}

const browser = await launch();
const host = await StaticHost.of(site);
try {
  await playAll({
    "no database": () => noDatabase(browser, host),
    "an old browser": () => oldBrowser(browser, host),
    "half a file": () => halfAFile(browser, host),
    "no room": () => full(browser, host),
    "a killed browser": () => killed(host),
  });
} finally {
  await browser.close();
  host.cut();
}
