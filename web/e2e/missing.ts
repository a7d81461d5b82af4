// What a page says and does when something is away for a time, or for good: the server, a table, a seat, a file.
//   node e2e/missing.ts http://127.0.0.1:8765 http://127.0.0.1:8766 fr
// The second server knows none of the tables of the first.
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { launch } from "./browser.ts";
import { Cut } from "./cut.ts";
import { installed } from "./device.ts";
import { Pointer, type Hand } from "./hands.ts";
import { left, playAll, sees } from "./scenes.ts";
import { PHONE, Visitor } from "./visitor.ts";
import type { Language } from "./words.ts";

const [base, other, language] = process.argv.slice(2) as [string, string, Language];

async function comes(browser: Browser, at: string, more: BrowserContextOptions = {}): Promise<{ visitor: Visitor; hand: Hand; page: Page }> {
  const visitor = await Visitor.come(browser, { name: "Zoé", language, screen: PHONE, game: "push", base: at, asked: base, more });
  return { visitor, hand: new Pointer(visitor.page, true), page: visitor.page };
}

const inLobby = (visitor: Visitor) => visitor.button("web.lobby.options-button").first();

/** The server is away while the page of a table is opened, and comes back: nobody has to do anything. */
async function serverAway(browser: Browser): Promise<void> {
  const cut = await Cut.before(base);
  const { visitor, hand, page } = await comes(browser, cut.base);
  await visitor.openTable(hand, 1);
  const table = page.url();
  await installed(page);
  visitor.offline = true;
  cut.cut();
  for (const path of ["", "/tv"]) {
    await page.goto(table + path);
    await page.getByText(visitor.words.say(path ? "web.table.lost" : "web.table.reconnecting")).first().waitFor();
    sees("it has given up", !(await page.getByRole("alert").count()) && !(await page.getByText(visitor.words.say("web.problem.offline")).count()));
    cut.mend();
    await (path ? page.locator(".tv-lobby").first() : inLobby(visitor)).waitFor();
    cut.cut();
  }
  await left(visitor);
  cut.close();
}

/** The table of an open page is gone: that is said, and the first page does not lead there any more. */
async function tableGone(browser: Browser): Promise<void> {
  const cut = await Cut.before(base);
  const { visitor, hand, page } = await comes(browser, cut.base);
  const code = await visitor.openTable(hand, 1);
  visitor.offline = true;
  cut.cut();
  cut.leadTo(other);
  cut.mend();
  await page.getByRole("alert").getByText(visitor.words.say("web.table.gone")).waitFor();
  const known = await page.evaluate(() => localStorage.getItem("cartable:tables") ?? "");
  sees(`the first page leads back to it: ${known}`, !known.includes(code));
  await left(visitor);
  cut.close();
}

/** Another window takes the seat; when it is closed, this one has it again by itself. */
async function seatTaken(browser: Browser): Promise<void> {
  const { visitor, hand, page } = await comes(browser, base);
  await visitor.openTable(hand, 1);
  const second = await page.context().newPage();
  await second.goto(page.url());
  const taken = page.getByText(visitor.words.say("web.table.newer"));
  await taken.waitFor();
  await page.bringToFront();
  await second.close();
  await inLobby(visitor).waitFor();
  sees("it says so still", !(await taken.count()));
  await left(visitor);
}

/** A file that does not come is told of, with a way on, wherever it is wanted; and the page is there once it can be had. */
async function filesMissing(browser: Browser): Promise<void> {
  const { visitor, hand, page } = await comes(browser, base, { serviceWorkers: "block" });
  const { words } = visitor;
  visitor.offline = true;
  const told = page.getByRole("alert").filter({ hasText: words.say("web.problem-part") });
  /** `file` is away as it is wanted; once it can be had, and the page has been loaded again, there is `then`. */
  const lacks = async (file: RegExp, wanted: () => Promise<unknown>, then: Locator): Promise<void> => {
    await page.context().route(file, (route) => route.abort());
    await wanted();
    await told.waitFor();
    await page.context().unroute(file);
    await hand.push(told.getByRole("button"));
    await told.waitFor({ state: "detached" });
    await then.waitFor();
  };
  const table = `${base}/t/${await visitor.openTable(hand, 1)}`;
  await page.goto("about:blank");
  await lacks(/assets\/lobby-/, () => page.goto(table), inLobby(visitor));
  await visitor.start(hand, visitor.players);
  await page.locator("#board").waitFor();
  const menu = visitor.button("web.table.menu");
  await lacks(/assets\/menu-/, async () => {
    await page.reload();
    await hand.push(menu);
  }, menu);
  const rules = page.getByRole("heading", { level: 2 }).first();
  await page.goto(`${base}/`);
  await lacks(/assets\/Rules-/, () => page.evaluate(() => {
    const link = document.body.appendChild(document.createElement("a"));
    link.href = "./rules/push";
    link.click();
  }), rules);
  // Where its language does not come, the page has this one sentence in it.
  await page.goto("about:blank");
  await lacks(new RegExp(`assets/${language}-`), () => page.goto(`${base}/rules/push`), rules);
  await left(visitor);
}

const browser = await launch();
try {
  await playAll({
    "the server is away": () => serverAway(browser),
    "the table is gone": () => tableGone(browser),
    "the seat is taken": () => seatTaken(browser),
    "files are missing": () => filesMissing(browser),
  });
} finally {
  await browser.close();
}
