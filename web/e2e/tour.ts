// A way through every page there is, each shown in a state worth looking at.
import type { Page } from "playwright-core";
import { gamesAt, races } from "./games.ts";
import { StandIn, type Position } from "./standin.ts";
import { Words, type Language } from "./words.ts";

export interface Shown {
  readonly page: Page;
  /** A name for a file. */
  readonly title: string;
  readonly language: Language;
  readonly race: boolean;
  /** Only for a screen as large as that. */
  readonly television: boolean;
  /** It opens over a page, or comes after a match. */
  readonly opened: boolean;
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

/** The shortest game, for the pages of a match that is over: without waits two bots soon end it by themselves. */
const SHORTEST = "hexa";

export type Show = (title: string, more?: Partial<Shown>) => Promise<void>;

/** What else there is to see, beside the pages themselves. */
export type More = (page: Page, base: string, language: Language, show: Show) => Promise<void>;

/** How many there were. Boards are shown at these positions, one of each game; televisions only if they are looked at. */
export async function everyPage(page: Page, base: string, language: Language, positions: readonly Position[], look: (shown: Shown) => Promise<void>, more?: More, televisions = true): Promise<number> {
  let count = 0;
  const show: Show = async (title, about = {}) => {
    const shown = { page, title, language, race: false, television: false, opened: false, ...about };
    await shown.page.evaluate(() => document.fonts.ready);
    count += 1;
    await look(shown);
  };
  const boards = await page.context().newPage();
  const standIn = await StandIn.on(boards, base);
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
    await page.locator(".strip, .panel").first().waitFor();
    await show(`${game}-practice`);
    if (info.puzzles) {
      await page.goto(`${base}/puzzle/${game}/1`);
      await page.locator(".strip").waitFor();
      await show(`${game}-puzzle`);
    }
    const position = positions.find((each) => each.game === game);
    if (position) {
      await boards.setViewportSize(page.viewportSize()!);
      await standIn.show(position);
      await show(`${game}-table`, { page: boards, race });
    }
    const { code } = await table(page, base, game);
    await page.goto(`${base}/t/${code}`);
    const start = page.getByRole("button", { name: words.say("web.lobby.start-with", { players: 3 }), exact: true });
    await start.waitFor();
    await show(`${game}-lobby`);
    if (game === SHORTEST) await toTheEnd(page, televisions ? `${base}/t/${code}/tv` : null, words, show);
  }
  await boards.close();
  await more?.(page, base, language, show);
  return count;
}

/** A match from its start on: its result and its replay, and what a television at this address shows before and after it. */
async function toTheEnd(page: Page, tv: string | null, words: Words, show: Show): Promise<void> {
  const television = tv ? await page.context().newPage() : null;
  if (television) {
    await television.goto(tv!);
    await television.locator("[data-tv] img").first().waitFor();
    await show("tv-lobby", { page: television, television: true });
  }
  await page.getByRole("button", { name: words.say("web.lobby.start-with", { players: 3 }), exact: true }).click();
  await page.locator("#result").waitFor();
  await show("result");
  if (television) {
    await television.locator(".tv-result").waitFor();
    await show("tv-result", { page: television, television: true });
    await television.close();
  }
  await page.getByRole("link", { name: words.say("web.result.key-moment"), exact: true }).click();
  const slider = page.getByRole("slider");
  await slider.fill(String(Math.round(Number(await slider.getAttribute("max")) * 0.6)));
  await show("replay");
}
