// What opens over the pages: names, options, menus, questions, what is shared; and what comes after a match of turns. Each
// is shown as the tour of pages shows a page.
import type { Locator, Page } from "playwright-core";
import { post, table, type Show } from "./tour.ts";
import { Words, type Language } from "./words.ts";

const GAME = "push";
const LONG_NAME = "Maximilien-Auguste M";

/** Runs in the page: a toast leaves what must stay uncovered in sight, within two frames. */
async function besides(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise((next) => requestAnimationFrame(next));
  const toast = document.querySelector(".toast")!.getBoundingClientRect();
  for (const each of document.querySelectorAll("[data-uncovered]")) {
    const box = each.getBoundingClientRect();
    if (box.bottom > toast.top && box.top < toast.bottom && box.right > toast.left && box.left < toast.right) throw new Error(`a toast covers ${each.outerHTML.slice(0, 120)}`);
  }
}

class Dialogs {
  readonly #page: Page;
  readonly #base: string;
  readonly #words: Words;
  readonly #show: Show;

  constructor(page: Page, base: string, language: Language, show: Show) {
    this.#page = page;
    this.#base = base;
    this.#words = new Words(language, GAME);
    this.#show = show;
  }

  /** Who one is, on the first page; and what somebody sees who was invited. */
  async arriving(): Promise<void> {
    await this.#page.goto(`${this.#base}/`);
    await this.#button("web.choose-name").click();
    await this.#dialog("name");
    // Asked without this browser's keys, so that it is somebody else's table.
    const opened = await fetch(`${this.#base}/api/tables`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: GAME, name: LONG_NAME }) });
    const { table: info } = (await opened.json()) as { table: { code: string } };
    await this.#page.goto(`${this.#base}/t/${info.code}`);
    await this.#button("web.lobby.sit").waitFor();
    await this.#show("guest");
  }

  /** What the host may do before a match, and everybody in one; then a match to its end. */
  async atTable(): Promise<void> {
    const { code, key } = await table(this.#page, this.#base, GAME);
    const ask = (path: string, body: unknown) => post(this.#page, `${this.#base}/api/tables/${code}/${path}`, body, key);
    // The first card is not drawn by itself: before it nothing can be taken, which is told.
    await this.#page.evaluate(() => localStorage.setItem("cartable:settings", JSON.stringify({ forced: false })));
    await this.#page.goto(`${this.#base}/t/${code}`);
    for (const [name, opener] of [["options", "web.lobby.options-button"], ["order", "web.lobby.order-button"], ["next-game", "web.lobby.change-game"]] as const) {
      await this.#button(opener).click();
      await this.#dialog(name);
    }
    await this.#button("web.lobby.start-with", { players: 3 }).click();
    await this.#button("web.table.menu").click();
    await this.#dialog("menu");
    for (const [name, opener] of [["help", "web.table.help"], ["leaving", "web.table.leave"], ["pausing", "web.table.pause"]] as const) {
      await this.#button("web.table.menu").click();
      await this.#page.getByRole("dialog").getByRole("button", { name: this.#words.say(opener), exact: true }).click();
      await this.#dialog(name);
    }
    await this.#page.locator("[data-take]").first().click({ force: true });
    await this.#page.locator(".toast").waitFor();
    await this.#page.evaluate(besides);
    await this.#show("refusal");
    await ask("pause", {});
    await this.#page.getByText(this.#words.say("web.table.paused-wait")).or(this.#button("web.table.resume")).first().waitFor();
    await this.#show("paused");
    await ask("give-up", {});
    await this.#button("web.lobby.options-button").waitFor();
    await ask("settings", { settings: { turn_limit_s: 0.02 } });
    await ask("start", {});
    await this.#afterwards();
  }

  async #afterwards(): Promise<void> {
    const page = this.#page;
    await page.locator("#result").waitFor();
    await page.locator("summary").click();
    await this.#show("result-details");
    await this.#button("web.result.share").click();
    await page.getByRole("dialog").locator("img").waitFor();
    await this.#dialog("share");
    await page.getByRole("link", { name: this.#words.say("web.result.key-moment"), exact: true }).click();
    await page.getByText(this.#words.say("web.analysis.title"), { exact: true }).waitFor({ state: "attached" });
    await this.#button("web.replay.graph").click();
    await this.#button("web.verify.button").click();
    await page.locator(".verdict").waitFor();
    await this.#show("analysis");
  }

  /** It is looked at as soon as it is open, and put away by a key; there may be another below. */
  async #dialog(name: string): Promise<void> {
    const open = this.#page.locator("dialog[open]");
    await open.first().waitFor();
    await this.#show(name);
    const before = await open.count();
    await this.#page.keyboard.press("Escape");
    await this.#page.waitForFunction((many) => document.querySelectorAll("dialog[open]").length < many, before);
  }

  #button(key: string, about: Readonly<Record<string, unknown>> = {}): Locator {
    return this.#page.getByRole("button", { name: this.#words.say(key, about), exact: true }).first();
  }
}

export async function everyDialog(page: Page, base: string, language: Language, show: Show): Promise<void> {
  const dialogs = new Dialogs(page, base, language, show);
  await dialogs.arriving();
  await dialogs.atTable();
}
