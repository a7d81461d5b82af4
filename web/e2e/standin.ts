// A server's stand-in: the real page asks for its table, and is shown any position, as tests/e2e/positions.py wrote it.
import type { Page, WebSocketRoute } from "playwright-core";
import type { Snapshot, UpAct, Welcome } from "../src/wire.gen.ts";

export interface Position {
  readonly game: string;
  readonly name: string;
  /** The phase, and what may be done in it. */
  readonly kind: string;
  readonly race: boolean;
  readonly players: number;
  readonly seat: number | null;
  readonly legal: readonly string[];
  readonly welcome: Welcome;
  readonly snapshot: Snapshot;
}

export class StandIn {
  readonly #page: Page;
  readonly #base: string;
  #shown: Position | null = null;
  #socket: WebSocketRoute | null = null;
  /** Called when a connection has been told the position. */
  #onTold: (() => void) | null = null;
  #game = "";
  readonly #path: string;
  /** Whether the page has sent an act since the position was shown. */
  acted = false;
  /** Called with each act that the page sends: what answers it. */
  onAct: ((act: UpAct) => void) | null = null;

  private constructor(page: Page, base: string, path: string) {
    this.#page = page;
    this.#base = base;
    this.#path = path;
  }

  /** All but the socket comes from the server at `base`; `path` leads from the table to another page of it. */
  static async on(page: Page, base: string, path = ""): Promise<StandIn> {
    const standIn = new StandIn(page, base, path);
    // A socket that closes before it said anything has the page ask whether there is such a table. There is: as a page is opened
    // again, Playwright may close the socket of the new one together with that of the old.
    await page.route(/\/api\/tables\/[a-z]+$/, (route) => {
      const table = standIn.#shown?.welcome.table;
      return table && route.request().url().endsWith(`/${table.code}`) ? route.fulfill({ json: table }) : route.fallback();
    });
    await page.routeWebSocket(/\/socket(\?|$)/, (socket) => {
      standIn.#socket = socket;
      // A page that was just opened says hello in the address.
      if (new URL(socket.url()).searchParams.has("hello")) standIn.#tell();
      socket.onMessage((message) => {
        const { t, q, ...more } = JSON.parse(String(message)) as { t: string; q?: number };
        if (t === "hello") standIn.#tell();
        if (t === "act") {
          standIn.acted = true;
          standIn.onAct?.({ t, ...more } as UpAct);
        }
        if (t === "ask") socket.send(JSON.stringify({ t: "opinion", q, code: "not-yet" }));
      });
    });
    return standIn;
  }

  /** Show a position; another game takes another page. `drawnAs` is there as soon as it is drawn. */
  async show(position: Position, drawnAs = "#board :is(button, [role=img], dd)"): Promise<void> {
    const before = this.#shown;
    this.#shown = position;
    this.acted = false;
    if (before && this.#game === position.game) this.#tell();
    else {
      this.#game = position.game;
      const first = !before;
      await this.#page.goto(`${this.#base}/t/${position.welcome.table.code}${this.#path}`);
      // A typeface that came too late for the first page is there for the next.
      if (first) {
        await this.#page.evaluate(() => document.fonts.load("700 16px Cartable"));
        await this.#page.reload();
      }
    }
    await this.#page.locator(drawnAs).first().waitFor({ state: "attached" });
    await drawn(this.#page);
  }

  /** Let the connection break; the page finds this position when it connects again. */
  async cut(position: Position): Promise<void> {
    this.#shown = position;
    const found = new Promise<void>((told) => (this.#onTold = told));
    await this.#socket?.close();
    await found;
  }

  /** What the server tells next. */
  update(message: unknown): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #tell(): void {
    if (!this.#shown) return;
    this.#socket?.send(JSON.stringify(this.#shown.welcome));
    this.#socket?.send(JSON.stringify(this.#shown.snapshot));
    this.#onTold?.();
  }
}

/** Two frames on, with every transition at its end. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    await frame();
    await frame();
    for (const animation of document.getAnimations()) if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
    await frame();
  });
}
