// Tables with no server, as somebody finds them: a folder of files on some host, and a page that plays by itself.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Hand } from "./hands.ts";
import { DESKTOP, PHONE, Visitor, type Screen } from "./visitor.ts";
import type { Language } from "./words.ts";

const KINDS: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2" };
const BELOW = "/below/here/";

/** A static host with the folder below a path. Files can be replaced on it, and it can go away and come back. */
export class StaticHost {
  readonly base: string;
  /** Files that are other than in the folder. */
  readonly replaced = new Map<string, Buffer>();
  /** What was asked for, in order. */
  readonly asked: string[] = [];
  readonly #folder: string;
  readonly #port: number;
  #server: Server;

  private constructor(folder: string, server: Server, port: number) {
    this.#folder = folder;
    this.#server = server;
    this.#port = port;
    this.base = `http://127.0.0.1:${port}${BELOW.slice(0, -1)}`;
    server.on("request", this.#answer);
  }

  static async of(folder: string): Promise<StaticHost> {
    const server = await listening(0);
    return new StaticHost(folder, server, (server.address() as AddressInfo).port);
  }

  cut(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async mend(): Promise<void> {
    this.#server = await listening(this.#port);
    this.#server.on("request", this.#answer);
  }

  readonly #answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = decodeURIComponent(new URL(request.url ?? "/", this.base).pathname).replace(BELOW, "") || "index.html";
    this.asked.push(path);
    const found = this.replaced.get(path);
    const kind = { "content-type": KINDS[extname(path)] ?? "application/octet-stream" };
    void (found ? Promise.resolve(found) : readFile(join(this.#folder, path))).then(
      (body) => response.writeHead(200, kind).end(body),
      () => response.writeHead(404).end(),
    );
  };
}

function listening(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

interface Ways {
  readonly language?: Language;
  readonly screen?: Screen;
  readonly waitScale?: number;
  readonly more?: BrowserContextOptions;
}

/** Somebody who plays on their own device; without courtesy waits unless they race. */
export function comes(browser: Browser, base: string, game: string, { language = "en", screen = DESKTOP, waitScale = 0, more = {} }: Ways = {}): Promise<Visitor> {
  return Visitor.come(browser, { name: "Ann", language, screen, game, base, kept: { "wait-scale": waitScale, settings: { forced: false, motion: 0 } }, more });
}

/** Push a button of a game on the first page, wherever it is on this screen. */
async function pushAt(visitor: Visitor, hand: Hand, key: string): Promise<void> {
  const { page, words } = visitor;
  const named = words.own("name");
  const box = visitor.button("web.home.game-menu-here", { game: named });
  const button = page.getByRole("button", { name: words.say("told", { what: words.say(key), how: named }), exact: true });
  await box.or(button).first().waitFor();
  if (await box.count()) await hand.push(box);
  await hand.push(button);
}

/** From the first page to the board, against bots. */
export async function playNow(visitor: Visitor, hand: Hand): Promise<void> {
  await pushAt(visitor, hand, "web.home.play-bots");
  await named(visitor, hand);
  await visitor.page.locator("#board").waitFor();
  onThisDevice(visitor.page);
}

/** To the board against bots, with the cards of a deal number that nobody has played here. */
export async function playDeal(visitor: Visitor, hand: Hand, base: string, number: string): Promise<void> {
  const { page, words } = visitor;
  await page.goto(`${base}/?p=deal/${number}`);
  await page.getByText(words.say("web.deal.nobody"), { exact: true }).waitFor();
  const ways = page.locator(".ways", { has: page.getByText(words.own("name"), { exact: true }) });
  await hand.push(ways.getByRole("button", { name: words.say("web.home.play-bots"), exact: true }));
  await named(visitor, hand);
  await page.locator("#board").waitFor();
  onThisDevice(page);
}

/** From the first page to the lobby. */
export async function openLobby(visitor: Visitor, hand: Hand, key = "web.home.pass-device"): Promise<void> {
  await pushAt(visitor, hand, key);
  await named(visitor, hand);
  await visitor.page.getByText(visitor.words.say("web.offline.here"), { exact: true }).waitFor();
}

/** From the first page to the board, with so many at the table. */
export async function playWithMany(visitor: Visitor, hand: Hand, most: number, racing: boolean): Promise<void> {
  await openLobby(visitor, hand, racing ? "web.home.choose-bots" : "web.home.pass-device");
  for (let players = 2; players <= most; players++) {
    await hand.push(visitor.button("web.lobby.add-bot").first());
    await visitor.button("web.lobby.start-with", { players }).waitFor();
  }
  await visitor.start(hand, most);
}

/** From the result back to the first page. */
export async function goHome(visitor: Visitor, hand: Hand): Promise<void> {
  const { page, words } = visitor;
  await hand.push(page.locator("summary").filter({ hasText: words.say("web.result.details") }));
  await hand.push(page.getByRole("link", { name: words.say("web.result.home"), exact: true }));
}

/** From the result to the match that was just played: it verifies, and its log is saved. */
export async function saveLast(visitor: Visitor, hand: Hand, target: string): Promise<void> {
  const { page, words } = visitor;
  await goHome(visitor, hand);
  await hand.push(page.locator('[aria-labelledby="past"] a').first());
  // A phone shows the board where there turns out to be no analysis.
  await page.locator('main[data-tab="board"], #luck').first().waitFor();
  const verify = visitor.button("web.verify.button");
  if (!(await verify.isVisible())) await hand.push(visitor.button("web.replay.graph"));
  await hand.push(verify);
  await page.locator(".verdict.good").waitFor();
  const saving = page.waitForEvent("download");
  await hand.push(page.getByRole("link", { name: words.say("web.replay.export"), exact: true }));
  await (await saving).saveAs(target);
}

/** The name is asked for once. */
async function named(visitor: Visitor, hand: Hand): Promise<void> {
  const field = visitor.page.getByRole("dialog").getByRole("textbox");
  await field.or(visitor.page.locator("#board, .lobby")).first().waitFor();
  if (await field.count()) await visitor.introduce(hand, "web.go");
}

function onThisDevice(page: Page): void {
  if (!/\bt\/local-/.test(page.url())) throw new Error(`not on this device: ${page.url()}`);
}

/** Everything is kept that the page needs without a network. */
export async function installed(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

export const screens = { phone: PHONE, desktop: DESKTOP } as const;
