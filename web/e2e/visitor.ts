// Somebody with a browser of their own: the ways through the pages, and what must never happen on them.
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { PATIENCE_MS, speaking, spoken } from "./browser.ts";
import type { Hand } from "./hands.ts";
import type { GameInfo } from "../src/wire.gen.ts";
import { gamesAt, races } from "./games.ts";
import { screenOf, SIZES } from "./measure.ts";
import { LASTS_LONG, playerOf } from "./players/index.ts";
import type { Player } from "./players/player.ts";
import { Seen } from "./seen.ts";
import { drawn } from "./standin.ts";
import { Words, type Language } from "./words.ts";

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
export const DESKTOP = { viewport: { width: 1280, height: 800 } } as const;
export type Screen = typeof PHONE | typeof DESKTOP;

export interface Wishes {
  readonly name: string;
  readonly language: Language;
  readonly screen: Screen;
  readonly game: string;
  readonly base: string;
  /** What this browser remembers from before: see lib/keep.ts. */
  readonly kept?: Readonly<Record<string, unknown>>;
  readonly more?: BrowserContextOptions;
  /** The table that is opened plays without reflexes. */
  readonly calm?: boolean;
  /** Where this script finds the same server, if it is not `base`. */
  readonly asked?: string;
}

interface Shift extends PerformanceEntry {
  readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRectReadOnly; readonly currentRect: DOMRectReadOnly }[];
}

interface Watched {
  /** Counts what changes on the page. */
  changes: number;
  /** Layout shifts since the first move and before the result. */
  shifts: string[];
  playing: boolean;
  /** What the live regions told, in order. */
  told: Record<string, string[]>;
}
declare global {
  interface Window {
    watched: Watched;
  }
}

/** Runs in the page before anything else. */
function watch(): void {
  const watched: Watched = { changes: 0, shifts: [], playing: false, told: {} };
  window.watched = watched;
  new MutationObserver((all) => {
    watched.changes += 1;
    if (document.getElementById("result")) watched.playing = false;
    for (const { target } of all) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest("[aria-live]");
      const text = region?.textContent.trim();
      if (region && text) (watched.told[region.id] ??= []).push(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const box = ({ x, y, width, height }: DOMRectReadOnly) => `${Math.round(x)},${Math.round(y)} ${Math.round(width)}x${Math.round(height)}`;
  new PerformanceObserver((list) => {
    if (!watched.playing) return;
    for (const { node, previousRect: a, currentRect: b } of (list.getEntries() as Shift[]).flatMap(({ sources }) => sources)) {
      // Text that is centred again and the log, where the latest comes first, move nothing that anybody aims at; what
      // travels is seen travelling.
      const far = Math.max(Math.abs(a.x + a.width / 2 - b.x - b.width / 2), Math.abs(a.y + a.height / 2 - b.y - b.height / 2));
      if (!(node instanceof HTMLElement) || !node.matches("main, section, div, table, ul, li, button") || node.closest("aside")) continue;
      if (far < 3 || a.width * a.height < 1000 || !b.width || node.getAnimations().length) continue;
      watched.shifts.push(`${node.nodeName} ${node.className}: ${box(a)} to ${box(b)}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

export class Visitor {
  readonly name: string;
  readonly page: Page;
  words: Words;
  readonly complaints: string[] = [];
  /** While the connection is cut, the browser itself writes an error for every try. */
  offline = false;
  moves = 0;
  /** At the table that was opened: its host and the bots. */
  players = 0;
  readonly #context: BrowserContext;
  readonly #wishes: Wishes;
  readonly #shifts: string[] = [];
  /** How often the server was told that something is painted. */
  #paints = 0;

  #player: Player;
  readonly #races: boolean;
  readonly #most: number;

  private constructor(context: BrowserContext, page: Page, wishes: Wishes, player: Player, game: GameInfo | undefined) {
    this.#player = player;
    this.#races = races(game) && !wishes.calm;
    this.#most = game?.most ?? 2;
    this.#context = context;
    this.page = page;
    this.#wishes = wishes;
    this.name = wishes.name;
    this.words = new Words(wishes.language, wishes.game);
    const here = new URL(wishes.base).host;
    context.on("request", (request) => {
      const { host, protocol } = new URL(request.url());
      if (host !== here && protocol !== "data:") this.complaints.push(`a request to ${request.url()}`);
    });
    page.on("websocket", (socket) => {
      if (new URL(socket.url()).host !== here) this.complaints.push(`a socket to ${socket.url()}`);
      socket.on("framesent", ({ payload }) => {
        if (payload.includes('"t":"seen"')) this.#paints += 1;
      });
    });
    page.on("console", (message) => {
      if (message.type() === "error" && !this.offline) this.complaints.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => this.complaints.push(`error: ${error.stack ?? error.message}`));
  }

  static async come(browser: Browser, wishes: Wishes): Promise<Visitor> {
    return Visitor.within(await speaking(browser, wishes.language, { ...wishes.screen, ...wishes.more }), wishes);
  }

  /** In a context that is there already. */
  static async within(context: BrowserContext, wishes: Wishes): Promise<Visitor> {
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(watch);
    await context.addInitScript((kept) => {
      for (const [key, value] of Object.entries(kept)) if (localStorage.getItem(`cartable:${key}`) === null) localStorage.setItem(`cartable:${key}`, JSON.stringify(value));
    }, wishes.kept ?? {});
    const game = (await gamesAt(wishes.asked ?? wishes.base)).find(({ id }) => id === wishes.game);
    const visitor = new Visitor(context, await context.newPage(), wishes, await playerOf(wishes.game), game);
    await visitor.page.goto(`${wishes.base}/`);
    return visitor;
  }

  /** The same person at another game, who plays it as usual or in another way. */
  async turnsTo(game: string, player?: Player): Promise<void> {
    this.words = new Words(this.#wishes.language, game);
    this.#player = player ?? (await playerOf(game));
    this.moves = 0;
  }

  button(key: string, values: Readonly<Record<string, unknown>> = {}): Locator {
    return this.page.getByRole("button", { name: this.words.say(key, values), exact: true });
  }

  /**
   * From the first page to a table of one's own, with a bot; the table's code. Where a match lasts long, as in calm play,
   * there is room left for so many `guests`, and bots have all other places: they move at once, so that it is sooner over.
   */
  async openTable(hand: Hand, guests = 0): Promise<string> {
    const { game, say } = { game: this.words.own("name"), say: (key: string) => this.words.say(key) };
    // Where there is little room a game is one button, and what can be done follows.
    const [box, invite] = [this.button("web.home.game-menu", { game }), this.page.getByRole("button", { name: this.words.say("told", { what: say("web.home.open-table"), how: game }), exact: true })];
    await box.or(invite).first().waitFor();
    if (await box.count()) await hand.push(box);
    await hand.push(invite);
    await this.introduce(hand, "web.go");
    await hand.push(this.button("web.lobby.options-button"));
    if (this.#wishes.calm) {
      await hand.check(this.page.getByRole("group", { name: this.words.own("option.calm.title") }), say("web.option.on"));
      await this.page.getByRole("group", { name: say("web.lobby.turn-limit") }).waitFor(); // the table has taken it over
    }
    await hand.choose(this.page.getByRole("combobox"), this.words.say("level.easy"));
    await hand.push(this.button("web.close"));
    this.players = 1 + (LASTS_LONG.has(this.#wishes.game) || this.#wishes.calm ? this.#most - 1 - guests : 1);
    for (let bots = 1; bots < this.players; bots++) {
      await hand.push(this.button("web.lobby.add-bot").first());
      await this.page.getByText(this.words.say("level.easy")).nth(bots - 1).waitFor();
    }
    return new URL(this.page.url()).pathname.split("/").at(-1)!;
  }

  /** The host starts a match of so many. */
  async start(hand: Hand, players: number): Promise<void> {
    await hand.push(this.button("web.lobby.start-with", { players }));
  }

  async introduce(hand: Hand, yes: string): Promise<void> {
    await hand.write(this.page.getByRole("dialog").getByRole("textbox"), this.name);
    await hand.push(this.page.getByRole("dialog").getByRole("button", { name: this.words.say(yes), exact: true }));
  }

  async joinTable(hand: Hand, code: string): Promise<void> {
    await hand.write(this.page.getByRole("textbox"), code);
    await hand.push(this.button("web.home.join-button"));
    await hand.write(this.page.getByRole("textbox", { name: this.words.say("web.your-name") }), this.name);
    await hand.push(this.button("web.lobby.sit"));
    await hand.push(this.button("web.lobby.ready-you"));
    await this.button("web.lobby.ready-undo").waitFor();
  }

  /** Play until the match is over or `enough` is true. */
  async play(hand: Hand, enough: () => boolean | Promise<boolean> = () => false): Promise<"over" | "enough"> {
    const board = this.page.locator("#board");
    await board.waitFor();
    let done = "";
    for (;;) {
      const changes = await this.page.evaluate(() => window.watched.changes);
      if (await enough()) return "enough";
      if (await this.page.locator("#result").count()) return "over";
      const seen = await Seen.of(board);
      // What is the only thing to do does itself after a moment.
      const forced = await this.page.locator(".forced").count();
      const move = forced || seen.text === done ? null : this.#player(seen, this.words);
      if (move === null) {
        await this.page.waitForFunction((before) => window.watched.changes !== before, changes).catch((error: unknown) => {
          throw new Error(`${this.name} waits for nothing:\n${seen.text}`, { cause: error });
        });
        continue;
      }
      done = seen.text;
      await this.page.evaluate(() => (window.watched.playing = true));
      if (await hand.move(move)) this.moves += 1;
      else done = "";
      // Like anybody, first see what came of it.
      await this.page.waitForFunction(() => !document.querySelector("#board[data-waiting]"));
    }
  }

  /** The result lies over the board, inside a screen of any size and with the focus, and says why in a sentence. */
  async seesResult(): Promise<void> {
    const sheet = this.page.getByRole("dialog").filter({ has: this.page.locator("#result") });
    await sheet.waitFor();
    await drawn(this.page); // it has risen
    const before = this.page.viewportSize()!;
    for (const { width, height } of [...SIZES.map(screenOf), before]) {
      await this.page.setViewportSize({ width, height });
      for (const part of [".crest svg", "#result-title", ".why", "li", ".ways"]) {
        const box = await sheet.locator(part).first().boundingBox();
        if (!box || box.y < 0 || box.x < 0 || box.x + box.width > width + 1 || box.y + box.height > height + 1) this.complaints.push(`at ${width}x${height} ${part} of the result is out of sight: ${JSON.stringify(box)}`);
      }
    }
    if (!(await sheet.evaluate((dialog) => dialog.contains(document.activeElement)))) this.complaints.push("the result does not have the focus");
    if (!/[.!]$/.test((await sheet.locator(".why").innerText()).trim())) this.complaints.push("the result does not say why");
  }

  /** What the page shows moves only where somebody moves it. */
  async noteShifts(): Promise<void> {
    this.#shifts.push(...(await this.page.evaluate(() => window.watched.shifts)));
  }

  async reload(): Promise<void> {
    await this.noteShifts();
    await this.page.reload();
  }

  /** What went wrong on pages where nobody plays. */
  async looks(): Promise<readonly string[]> {
    const lang = await this.page.evaluate(() => document.documentElement.lang);
    if (lang !== spoken(this.#wishes.language)) this.complaints.push(`lang is ${lang}`);
    return this.complaints.map((text) => `${this.name}: ${text}`);
  }

  async check(): Promise<readonly string[]> {
    await this.noteShifts();
    const lang = await this.page.evaluate(() => document.documentElement.lang);
    if (lang !== spoken(this.#wishes.language)) this.complaints.push(`lang is ${lang}`);
    // Where nobody races it is told at most while a page that was just opened does not know that yet.
    if (this.#races ? !this.#paints : this.#paints > 3) this.complaints.push(`told ${this.#paints} times what is painted`);
    return [...this.complaints, ...this.#shifts.map((shift) => `layout shift ${shift}`)].map((text) => `${this.name}: ${text}`);
  }

  async leave(): Promise<void> {
    await this.#context.close();
  }
}
