// An evening of two people and a television: seats in order, a nudge and a reaction, somebody offline, one game after
// another at the same table, and the tally in lobby, result and on the screen for all.
//   node e2e/evening.ts http://127.0.0.1:8765 en [folder for pictures]
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { leavesStatusInSight, opened } from "./company.ts";

const { base, folder, company, cut, says, button, showed, ask, picture } = await opened("evening");
const { browser, errors, words } = company;

/** The picture that is offered: how wide it is, and that it can be saved. */
async function saved(page: Page, width: number, name: string): Promise<void> {
  const offered = page.locator("dialog[open] img");
  await offered.waitFor();
  const link = page.locator('dialog[open] a[download^="cartable"]');
  const address = (await link.getAttribute("href"))!;
  assert(address.startsWith("data:image/png"), address.slice(0, 30));
  assert.equal(await offered.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)), width);
  if (folder) writeFileSync(`${folder}/evening-${name}.png`, Buffer.from(address.split(",")[1]!, "base64"));
  await picture(page, `${name}-offered`);
  await page.getByRole("button", { name: words.say("web.close") }).last().tap();
}

/** Whoever mutes reactions sees none, whatever the others do. */
async function mutes(page: Page, others: () => Promise<void>): Promise<void> {
  await button(page, "web.table.menu").tap();
  await button(page, "web.table.settings").tap();
  await page.getByRole("group", { name: words.say("web.react.shown") }).getByRole("radio", { name: words.say("web.settings.off"), exact: true }).tap();
  await button(page, "web.close").tap();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  const seen = page.evaluate(
    () =>
      new Promise<number>((done) => {
        let count = 0;
        const watcher = new MutationObserver(() => (count += document.querySelectorAll("[data-reaction]").length));
        watcher.observe(document, { subtree: true, childList: true });
        addEventListener("counted", () => done(count), { once: true });
      }),
  );
  await others();
  await page.evaluate(() => void dispatchEvent(new Event("counted")));
  assert.equal(await seen, 0, "a muted reaction is seen");
}

/** The bars of the result have one scale, however long the names beside them are. */
async function sameScale(page: Page): Promise<void> {
  const bars = await page.locator("#result .bar").evaluateAll((all) => all.map((bar) => [bar.getBoundingClientRect().left, bar.getBoundingClientRect().width].map(Math.round).join()));
  assert.deepEqual(bars, bars.map(() => bars[0]), "bars of unlike lengths");
}

/** The names of those who sit, in order, as the lobby shows them. */
const order = (page: Page) => page.locator("section.well li .name").allInnerTexts();

try {
  const [zoe, max] = [await company.come(390, 664), await company.come(390, 844)];
  const { table } = await ask<{ table: { code: string } }>(zoe, "tables", { game: "push", name: "Zoé", face: "fox" });
  const { code } = table;
  await ask(max, `tables/${code}/sit`, { name: "Max", face: "bear" });
  await ask(zoe, `tables/${code}/bots`, { level: "easy", name: "Marguerite" });
  await Promise.all([zoe.goto(`${base}/t/${code}`), max.goto(`${cut.base}/t/${code}`)]);
  // The television is a browser of the host's: it must not take the host's place, nor see their hand.
  const tv = company.watch(await zoe.context().newPage());
  await tv.setViewportSize({ width: 1920, height: 1080 });
  await tv.goto(`${base}/t/${code}/tv`);
  await tv.locator(".tv-lobby").getByText("Max", { exact: true }).waitFor();
  await says(tv, "web.table.join-here").waitFor();
  assert.equal(await says(max, "web.lobby.watch-count", { count: 1 }).count(), 0, "a television is nobody who watches");
  await picture(tv, "tv-lobby");

  // Guests see who begins and why, and none of the host's controls; the host puts the seats in order.
  await says(max, "web.lobby.order-came").waitFor();
  for (const key of ["web.lobby.change-game", "web.lobby.order-button"]) assert.equal(await button(max, key).count(), 0, `a guest is shown ${key}`);
  await button(zoe, "web.lobby.order-button").tap();
  await picture(zoe, "order");
  await button(zoe, "web.lobby.draw-lots").tap();
  await says(max, "web.lobby.order-lots").waitFor();
  await ask(zoe, `tables/${code}/seats`, { places: [1, 0, 2] });
  await says(max, "web.lobby.order-host").waitFor();
  assert.deepEqual((await order(max)).slice(0, 2).map((name) => name.split(/[\s(]/)[0]), ["Max", "Zoé"]);
  await button(zoe, "web.close").tap();

  // Max begins, and does nothing: the tab says so, the others may nudge him, and reactions are seen at the seat.
  await button(zoe, "web.lobby.start-with", { players: 3 }).tap();
  await max.waitForFunction((title) => document.title === title, words.say("web.table.title-mine", { game: "Push" }));
  await tv.locator(".tv-stage [data-seat]").first().waitFor();
  await button(zoe, "web.table.menu").tap();
  await picture(zoe, "menu");
  await button(zoe, "web.table.nudge", { name: "Max" }).tap();
  await showed(max, words.say("web.table.nudged", { name: "Zoé" }));
  await button(zoe, "web.table.menu").tap();
  await button(zoe, "web.react.well-played").tap();
  for (const page of [max, tv]) await showed(page, "well-played");
  await picture(max, "reaction");
  await max.locator('[data-reaction="well-played"]').waitFor({ state: "detached" });
  await mutes(max, async () => {
    await button(zoe, "web.table.menu").tap();
    await button(zoe, "web.react.thanks").tap();
    await showed(tv, "thanks");
    // What comes after it has come: so has the reaction.
    await ask(zoe, `tables/${code}/pause`, {});
    await says(max, "web.table.paused").waitFor();
    await ask(zoe, `tables/${code}/resume`, {});
    await says(max, "web.table.paused").waitFor({ state: "detached" });
  });

  // Max is offline: his own page says so at once and leaves the status in sight; the others are told when a bot steps in.
  cut.cut();
  await says(max, "web.table.reconnecting").waitFor();
  await leavesStatusInSight(max);
  await zoe.locator(".status", { hasText: /\d+ s/ }).waitFor();
  await zoe.locator("[data-seat] .ring").first().waitFor();
  await picture(zoe, "away");
  cut.mend();
  await says(max, "web.table.reconnecting").waitFor({ state: "detached" });
  await zoe.locator(".status", { hasText: /\d+ s/ }).waitFor({ state: "detached" });

  // From here stand-ins play: a match to its end, another game at the same table, and the tally. The television, which is large,
  // is off meanwhile.
  await tv.goto("about:blank");
  await ask(zoe, `tables/${code}/give-up`, {});
  await max.waitForFunction(() => !document.title.startsWith("●"));
  await ask(zoe, `tables/${code}/settings`, { settings: { turn_limit_s: 0.02 } });
  await ask(zoe, `tables/${code}/start`, {});
  await Promise.all([zoe, max].map((page) => page.locator("#result-title").waitFor()));
  await picture(max, "result");
  for (const page of [zoe, max]) await sameScale(page);
  // A picture of it is drawn on the device, and can be saved where there is nothing to share with.
  await button(max, "web.result.share").tap();
  await saved(max, 1080, "shared-result");
  await button(zoe, "web.result.next-game").tap();
  await says(zoe, "web.lobby.next-game").waitFor();
  await picture(zoe, "next-game");
  await zoe.getByRole("dialog").locator('[data-felt="quinto"]').tap();
  await tv.goto(`${base}/t/${code}/tv`);
  for (const page of [zoe, max, tv]) {
    await page.locator('[data-felt="quinto"] #evening').waitFor();
    await page.locator("section", { has: page.locator("#evening") }).getByText("Push", { exact: false }).first().waitFor();
  }
  await picture(zoe, "lobby");
  await picture(tv, "tv-evening");
  await tv.goto("about:blank");
  await ask(zoe, `tables/${code}/start`, {});
  await Promise.all([zoe, max].map((page) => page.locator(".evening .tally").waitFor()));
  await tv.goto(`${base}/t/${code}/tv`);
  await picture(zoe, "result-tally");
  await tv.locator(".tv-result #evening").waitFor();
  await picture(tv, "tv-result");
  assert.equal(await tv.evaluate(() => document.scrollingElement!.scrollHeight <= innerHeight + 1), true, "the television scrolls");
  // And one of a moment of the replay.
  const { match } = (await (await max.request.get(`${base}/api/tables/${code}`)).json()) as { match: string };
  await max.goto(`${base}/replay/${match}`);
  await button(max, "web.share.moment").tap();
  await saved(max, 1440, "shared-moment");
  assert.deepEqual(errors, []);
  console.log("an evening");
} finally {
  await browser.close();
  cut.close();
}
