// Two tables with the same cards: the first gets a new deal number, the second enters it by the shared page; then compared.
//   node e2e/duplicate.ts http://127.0.0.1:8765 fr [folder for pictures]
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { Company } from "./company.ts";
import type { Language } from "./words.ts";

const [base, language, folder] = process.argv.slice(2) as [string, Language, string?];
const company = await Company.meet(base, language, folder);
const { words } = company;

/** Stand-ins play the whole match for whoever sits there: Quinto, since it is short. */
async function playedOut(page: Page, code: string): Promise<void> {
  await company.ask(page, `tables/${code}/settings`, { settings: { turn_limit_s: 0.02 } });
  await company.ask(page, `tables/${code}/start`, {});
  await page.getByRole("link", { name: /\b[0-9A-Z]{8}\b/ }).waitFor();
}

try {
  const [zoe, max] = [await company.come(390, 844), await company.come(1280, 800)];
  const { table } = await company.ask<{ table: { code: string } }>(zoe, "tables", { game: "quinto", name: "Zoé", face: "fox" });
  await company.ask(zoe, `tables/${table.code}/bots`, { level: "random" });
  await zoe.goto(`${base}/t/${table.code}`);
  await company.button(zoe, "web.lobby.options-button").tap();
  await zoe.getByRole("radio", { name: words.say("web.deal.given") }).check();
  const field = zoe.getByRole("textbox", { name: words.say("web.deal.number") });
  assert(((await field.boundingBox())?.height ?? 0) >= 44, "the field is too small to touch");
  await field.fill("nonsense");
  await field.blur();
  await company.says(zoe, "web.deal.wrong").waitFor();
  await company.picture(zoe, "duplicate-options");
  await zoe.getByRole("radio", { name: words.say("web.deal.new") }).check();
  await company.button(zoe, "web.close").tap();
  await company.says(zoe, "web.deal.next-new").waitFor();
  await playedOut(zoe, table.code);
  await company.picture(zoe, "duplicate-result-phone");

  // The number stands in the result; its page is what others are sent.
  await zoe.getByRole("link", { name: /\b[0-9A-Z]{8}\b/ }).tap();
  await zoe.waitForURL(/\/deal\/[0-9A-Z]{8}$/);
  const address = zoe.url();
  await max.goto(address);
  await company.says(max, "web.deal.again").waitFor();
  await company.button(max, "web.home.open-table").click();
  await max.getByRole("dialog").getByRole("textbox").fill("Max");
  await company.button(max, "web.go").click();
  await max.waitForURL(/\/t\/\w{6}$/);
  const code = max.url().slice(-6);
  await max.getByText(words.say("web.deal.next-given", { name: "Max" })).waitFor();
  await company.ask(max, `tables/${code}/bots`, { level: "random" });
  await company.picture(max, "duplicate-lobby");
  await playedOut(max, code);

  // Both stand there, seat by seat.
  for (const page of [zoe, max]) {
    await page.goto(address);
    for (const name of ["Zoé", "Max"]) await page.getByRole("link", { name, exact: true }).waitFor();
    await company.picture(page, `duplicate-page-${page === zoe ? "phone" : "desk"}`);
    assert(await page.evaluate(() => document.scrollingElement!.scrollWidth <= innerWidth), "the page is too wide");
  }
  await max.getByRole("link", { name: "Max", exact: true }).click();
  await company.button(max, "web.verify.button").click();
  await company.says(max, "web.verify.given").waitFor();
  assert.deepEqual(company.errors, []);
  console.log("the same cards");
} finally {
  await company.browser.close();
}
