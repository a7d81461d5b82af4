// A real Chromium: the one that CARTABLE_CHROMIUM names, else the system's, else the one that npm has brought.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type CDPSession, type LaunchOptions, type Page } from "playwright-core";
import { built, sentences, type Language } from "./words.ts";

const SYSTEM = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const BROUGHT = resolve(import.meta.dirname, "../node_modules/.chromium");

/** What has not happened by then will not: no test passes or fails by how fast its machine is. */
export const PATIENCE_MS = 120_000;

interface Found {
  readonly path: string;
  readonly env: Record<string, string>;
}

/** Which browser; `npm` as CARTABLE_CHROMIUM asks for npm's even where the system has one. */
async function find(): Promise<Found> {
  const named = process.env["CARTABLE_CHROMIUM"];
  if (named && named !== "npm") {
    if (!existsSync(named)) throw new Error(`CARTABLE_CHROMIUM names ${named}, which is not there`);
    return { path: named, env: {} };
  }
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const system = SYSTEM.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
  return system && named !== "npm" ? { path: system, env: {} } : brought();
}

/** npm's is packed: it is unpacked once, with the libraries and fonts it needs where the system lacks them. */
async function brought(): Promise<Found> {
  const path = join(BROUGHT, "chromium");
  if (!existsSync(path)) {
    const fresh = mkdtempSync(`${BROUGHT}-`);
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = fresh;
    const { default: packed, inflate } = await import("@sparticuz/chromium");
    await packed.executablePath();
    await inflate(resolve(import.meta.dirname, "../node_modules/@sparticuz/chromium/bin/al2023.tar.br"));
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    try {
      renameSync(fresh, BROUGHT);
    } catch {
      rmSync(fresh, { recursive: true }); // somebody else was faster
    }
  }
  const libraries = [process.env["LD_LIBRARY_PATH"], join(BROUGHT, "al2023", "lib")].filter(Boolean).join(delimiter);
  return { path, env: { LD_LIBRARY_PATH: libraries, ...(!existsSync("/etc/fonts") && { FONTCONFIG_PATH: join(BROUGHT, "fonts") }) } };
}

/** How a browser is started. */
export async function options(more: readonly string[]): Promise<LaunchOptions> {
  const found = await find();
  return {
    executablePath: found.path,
    env: { ...(process.env as Record<string, string>), ...found.env },
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", ...more],
    timeout: PATIENCE_MS,
  };
}

/** A browser, the one that scripts share if there is one and nothing more is asked for. */
export async function launch(more: readonly string[] = []): Promise<Browser> {
  const shared = process.env["CARTABLE_SHARED_BROWSER"];
  try {
    const browser = shared && !more.length ? await chromium.connect(shared, { timeout: PATIENCE_MS }) : await chromium.launch(await options(more));
    return withFixedChance(browser);
  } catch (error) {
    throw new Error("Chromium does not start. Install one (for example `apt install chromium`), or name one with CARTABLE_CHROMIUM.", { cause: error });
  }
}

/** Pages draw the same numbers on every run, and with them the same deals; each context draws its own. */
function withFixedChance(browser: Browser): Browser {
  const open = browser.newContext.bind(browser);
  let contexts = 0;
  browser.newContext = async (options) => {
    const context = await open(options);
    await context.addInitScript(fixChance, (contexts += 1));
    return context;
  };
  return browser;
}

/** Runs in the page. */
function fixChance(seed: number): void {
  let last = Math.imul(seed, 0x9e3779b1);
  const next = (): number => {
    last = (last + 0x6d2b79f5) | 0;
    const mixed = Math.imul(last ^ (last >>> 15), last | 1);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  Math.random = () => next() / 2 ** 32;
  crypto.getRandomValues = <T extends ArrayBufferView>(array: T): T => {
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).forEach((_, at, bytes) => (bytes[at] = next() >>> 24));
    return array;
  };
}

/** A name that no browser takes for this machine: over plain HTTP it gets no service worker, and no cache of files. */
export const LIVING_ROOM = "living.room";
export const WITH_LIVING_ROOM = `--host-resolver-rules=MAP ${LIVING_ROOM} 127.0.0.1`;

/** A browser with a profile of its own in `folder`, as a process that can be killed. */
export async function launchAt(folder: string, more: readonly string[] = []): Promise<{ browser: Browser; process: ChildProcess }> {
  const { path, env } = await find();
  const given = ["--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0", `--user-data-dir=${folder}`, ...more];
  const process_ = spawn(path, given, { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "pipe"] });
  const address = await new Promise<string>((found, lost) => {
    let said = "";
    process_.stderr.on("data", (text: Buffer) => {
      said += String(text);
      const [, at] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (at) found(at);
    });
    process_.on("exit", () => lost(new Error(`Chromium at ${path} does not start: ${said}`)));
  });
  return { browser: await chromium.connectOverCDP(address, { timeout: PATIENCE_MS }), process: process_ };
}

/** The language pages are built with that a browser asks for: a made-up language is spoken in place of English. */
export const spoken = (language: Language): Language => (built(language) ? language : "en");

/** The rules in a made-up language: every word is 40 % longer, but for notation, numbers of rules and links. */
function lengthened(book: string): string {
  return book.replace(/`[^`]*`|\]\([^)]*\)|[A-Z]{2,}[\w-]*|[a-zA-Z]{2,}/g, (word) => (/^[`\]]|^[A-Z]{2}/.test(word) ? word : word + "~".repeat(Math.round(0.4 * word.length))));
}

/** Pages that speak this language. */
export async function speaking(browser: Browser, language: Language, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ ...options, locale: spoken(language), ...(!built(language) && { serviceWorkers: "block" }) });
  if (!built(language)) {
    const body = `export default ${JSON.stringify(sentences(language))};`;
    // The server writes sentences into the page of a table: without them it asks for all of the language. A page that is
    // answered here instead of by the server would get no WebSocket.
    await context.addInitScript(() => {
      new MutationObserver(() => document.querySelectorAll("script[type='application/json']").forEach((each) => each.remove())).observe(document, { childList: true, subtree: true });
    });
    await context.route(/\/assets\/en-[^/]+\.js$/, (route) => route.fulfill({ contentType: "text/javascript", body }));
    await context.route(/\/api\/rules\/en\//, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: lengthened(await response.text()) });
    });
  }
  return context;
}

const sessions = new WeakMap<Page, CDPSession>();

/** Another size of screen, for what is only measured: laid out in full, but painted small, which takes far less time. */
export async function resized(page: Page, screen: { width: number; height: number }, scale = 0.2): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send("Emulation.setDeviceMetricsOverride", { ...screen, deviceScaleFactor: 1, mobile: false, scale });
}
