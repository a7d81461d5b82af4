// A way through every page there is, each shown in a state worth looking at.
import type { Page } from "playwright-core";
import { gamesAt, races } from "./games.ts";
import { playerOf } from "./players/index.ts";
import { Pointer } from "./hands.ts";
import { Seen } from "./seen.ts";
import { built, Words, type Language } from "./words.ts";

export interface Shown {
  /** A name for a file. */
  readonly title: string;
  readonly language: Language;
  readonly race: boolean;
}

interface Table {
  readonly code: string;
  readonly key: string;
}

export async function post<T>(page: Page, url: string, body: unknown, key = ""): Promise<T> {
  const answer = await page.request.post(url, { data: body, headers: key ? { authorization: `Bearer ${key}` } : {} });
  if (!answer.ok()) throw new Error(`${url}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A table with this page's player and two bots. */
export async function table(page: Page, base: string, game: string): Promise<Table> {
  const { table: info, key } = await post<{ table: { code: string }; key: string }>(page, `${base}/api/tables`, { game, name: "Zoé" });
  for (const level of ["easy", "easy"]) await post(page, `${base}/api/tables/${info.code}/bots`, { level }, key);
  return { code: info.code, key };
}

/** What the server says can be held back: a race would be over before it has been looked at. */
class Held {
  #kept: (() => void)[] | null = null;

  static async on(page: Page): Promise<Held> {
    const held = new Held();
    await page.routeWebSocket(/\/socket$/, (near) => {
      const far = near.connectToServer();
      near.onMessage((message) => far.send(message));
      far.onMessage((message) => {
        if (held.#kept) held.#kept.push(() => near.send(message));
        else near.send(message);
      });
    });
    return held;
  }

  hold(): void {
    this.#kept = [];
  }

  release(): void {
    const kept = this.#kept ?? [];
    this.#kept = null;
    for (const say of kept) say();
  }
}

/** Hold a race at a moment worth looking at: a card to be called; cards to be laid; nothing that went wrong. */
async function holdAt(line: Held, page: Page, words: Words): Promise<void> {
  const there =
    words.game === "hexa"
      ? page.getByRole("img", { name: words.pattern("board.open") })
      : page.getByRole("button", { name: words.pattern("board.card") }).nth(2);
  const over = page.locator("#result");
  for (;;) {
    await there.or(over).first().waitFor();
    line.hold();
    const calm = !(await page.locator(".toast").count());
    if ((calm && (await there.count())) || (await over.count())) return;
    line.release();
  }
}

async function moves(page: Page, words: Words, enough: number): Promise<void> {
  const hand = new Pointer(page, false);
  const player = await playerOf(words.game);
  for (let done = 0; done < enough && !(await page.locator("#result").count()); ) {
    const move = player(await Seen.of(page.locator("#board")), words);
    if (move && (await hand.move(move))) done += 1;
    else await page.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))));
  }
}

/** How many there were. */
export async function everyPage(page: Page, base: string, language: Language, look: (shown: Shown) => Promise<void>): Promise<number> {
  let count = 0;
  const show = async (title: string, race = false) => {
    await page.evaluate(() => document.fonts.ready);
    count += 1;
    await look({ title, race, language });
  };
  const line = await Held.on(page);
  const plain = new Words(language, "push");
  await page.goto(`${base}/`);
  await page.locator("article button:enabled").nth(3).waitFor();
  await show("home");
  await page.getByRole("button", { name: plain.say("web.settings.title"), exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await show("settings");
  await page.goto(`${base}/t/zzzzzz`);
  await page.getByRole("alert").waitFor();
  await show("no-table");

  await page.goto(`${base}/rules/nothing`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await show("lost");

  for (const info of await gamesAt(base)) {
    const game = info.id;
    const words = new Words(language, game);
    const race = races(info);
    await page.goto(`${base}/rules/${game}`);
    await page.getByRole("heading", { level: 1 }).or(page.getByRole("heading", { level: 2 })).first().waitFor();
    await show(`${game}-rules`);
    await page.goto(`${base}/practice/${game}`);
    await page.locator(".coach, .panel").first().waitFor();
    await show(`${game}-practice`);
    const { code } = await table(page, base, game);
    await page.goto(`${base}/t/${code}`);
    const start = page.getByRole("button", { name: words.say("web.lobby.start-with", { players: 3 }), exact: true });
    await start.waitFor();
    await show(`${game}-lobby`);
    // Those who play here read real languages only. Boards in a made-up one are measured by law.ts.
    if (!built(language)) continue;
    await start.click();
    await page.locator("#board").getByRole("button").first().waitFor();
    await moves(page, words, race ? 3 : 30);
    if (race) await holdAt(line, page, words);
    await show(`${game}-table`, race);
    line.release();
    if (game !== "hexa") continue;
    // The shortest game is played to its end, for the pages of a match that is over.
    await moves(page, words, Infinity);
    await page.locator("#result").waitFor();
    await show("result");
    await page.getByRole("link", { name: words.say("web.result.key-moment"), exact: true }).click();
    const slider = page.getByRole("slider");
    await slider.fill(String(Math.round(Number(await slider.getAttribute("max")) * 0.6)));
    await show("replay");
  }
  return count;
}
