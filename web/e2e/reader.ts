// Somebody who sees nothing of the page plays a whole game: by roles, names and live regions, with the keyboard alone.
//   node e2e/reader.ts http://127.0.0.1:8765 push fr
//   node e2e/reader.ts http://127.0.0.1:8765 hexa en calm
import assert from "node:assert/strict";
import { launch } from "./browser.ts";
import { Keyboard } from "./hands.ts";
import { Seen } from "./seen.ts";
import { DESKTOP, Visitor } from "./visitor.ts";
import type { Language } from "./words.ts";

const [base, game, language, calm] = process.argv.slice(2) as [string, string, Language, "calm"?];
/** In a turn game: buttons of which one can be reached but does nothing now, and must say why. */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = { push: ["board.take-name"], quinto: ["board.cell-empty", "board.place"] };

/** What the page explains by itself in the words of a refusal: that nobody can write a sum of Quinto (QUIN-19), and that
 * somebody who comes before in the order has covered the card one chose in calm Trio (TRIO-21). */
const EXPLAINED: Readonly<Record<string, string>> = { quinto: "refusal.nothing-to-write", trio: "refusal.top-changed" };

const browser = await launch();
try {
  const zoe = await Visitor.come(browser, { name: "Zoé", language, screen: DESKTOP, game, base, calm: calm === "calm" });
  const { page, words } = zoe;
  const hand = new Keyboard(page);
  const told = (region: string) => page.evaluate((id) => window.watched.told[id] ?? [], `live-${region}`);
  const heard = (region: string, count: number) =>
    page.waitForFunction(([id, least]) => (window.watched.told[id]?.length ?? 0) > least, [`live-${region}`, count] as const);

  // Whoever listens takes their time: no move makes itself meanwhile.
  await page.evaluate(() => localStorage.setItem("cartable:settings", JSON.stringify({ forced: false, motion: 0 })));
  await page.reload();
  await page.getByRole("heading").first().waitFor();
  assert.equal(await page.locator("[aria-live]").count(), 3, "the live regions stand in the page from its load");
  await zoe.openTable(hand);
  await zoe.start(hand, zoe.players);
  const board = page.locator("#board");
  await board.getByRole("button").first().waitFor();

  for (const key of ["l", "h", "t", "s", "p", "w"]) {
    const { length } = await told("answer");
    await page.keyboard.press(key);
    await heard("answer", length);
  }
  const forbidden = FORBIDDEN[game];
  if (forbidden) {
    await page.waitForFunction((text) => window.watched.told["live-turn"]?.includes(text), words.say("web.table.your-turn"));
    const nothing = (await Seen.of(board)).things.find(({ name, disabled }) => disabled && forbidden.some((key) => words.read(key, name)));
    assert(nothing, "there is something to be refused");
    const { length } = await told("answer");
    await hand.push(page.getByRole("button", { name: nothing.name, exact: true }).first());
    await heard("answer", length);
    const why = (await told("answer")).at(-1)!;
    assert(words.isOf("refusal", why) || words.read("board.pick-first", why), `a refusal says why: ${why}`);
  }

  const { length: before } = await told("answer");
  await zoe.play(hand);
  const explained = EXPLAINED[game];
  const refusals = (await told("answer")).slice(before).filter((text) => words.isOf("refusal", text) && !(explained && words.read(explained, text)));
  if (forbidden || calm) assert.deepEqual(refusals, [], "what can be pushed is allowed");
  const log = await told("log");
  assert(log.some((text) => words.isOf("event", text)), "what happens is told");
  assert(zoe.moves > 0);
  await zoe.seesResult();
  // Everybody's place is told with its number; whoever puts the sheet away, by a key or a button, can go on from there.
  for (const row of await page.locator("#result li .out-of-sight").allTextContents()) assert.match(row, /\d.*\d/, "a place is told without its number");
  for (const away of [() => page.keyboard.press("Escape"), () => hand.push(zoe.button("web.result.look"))]) {
    await away();
    await page.waitForFunction((text) => document.activeElement?.textContent.trim() === text, words.say("web.result.show"));
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.id === "result-title");
  }
  await hand.reach(zoe.button("web.result.rematch"));
  console.log(`${game}: ${zoe.moves} moves, ${log.length} times told, ${refusals.length} too late\n${await page.locator("#result-title").innerText()}`);
  const complaints = await zoe.check();
  if (complaints.length) throw new Error(complaints.join("\n"));
} finally {
  await browser.close();
}
