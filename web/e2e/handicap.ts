// Head starts at a real table: the host writes them, a guest reads them before, during and after the match.
//   node e2e/handicap.ts http://127.0.0.1:8765 fr [folder for pictures]
import assert from "node:assert/strict";
import { Company } from "./company.ts";
import type { Language } from "./words.ts";

const [base, language, folder] = process.argv.slice(2) as [string, Language, string?];
const company = await Company.meet(base, language, folder);
const { words } = company;
const eight = words.say("web.handicap.points", { start: 8 });

try {
  const [zoe, max] = [await company.come(390, 664), await company.come(1280, 800)];
  const { table } = await company.ask<{ table: { code: string } }>(zoe, "tables", { game: "quinto", name: "Zoé", face: "fox" });
  const { code } = table;
  await company.ask(max, `tables/${code}/sit`, { name: "Max", face: "bear" });
  await Promise.all([zoe.goto(`${base}/t/${code}`), max.goto(`${base}/t/${code}`)]);

  // The host chooses, and writes a number: every field and choice is large enough to touch.
  await company.button(zoe, "web.lobby.options-button").tap();
  await zoe.getByRole("radio", { name: words.say("web.handicap.hand") }).check();
  const field = zoe.getByRole("spinbutton", { name: "Max" });
  assert(((await field.boundingBox())?.height ?? 0) >= 44, "the field is too small to touch");
  await field.fill("8");
  await field.blur();
  await company.picture(zoe, "handicap-options");
  await max.locator("section.well li", { hasText: "Max" }).getByText(eight).waitFor();
  await company.picture(max, "handicap-lobby");
  await company.button(zoe, "web.close").tap();
  await company.picture(zoe, "handicap-lobby-phone");

  // In the match everybody sees it at the seat; for readers it is said.
  await company.ask(zoe, `tables/${code}/settings`, { settings: { turn_limit_s: 3600 } });
  await company.ask(zoe, `tables/${code}/start`, {});
  for (const page of [zoe, max]) await page.getByText(words.say("web.handicap.has", { start: eight })).first().waitFor({ state: "attached" });
  await company.picture(zoe, "handicap-board-phone");
  await company.picture(max, "handicap-board");

  // Afterwards both numbers stand in the result. Stand-ins play the whole match: Quinto, since it is short.
  await company.ask(zoe, `tables/${code}/give-up`, {});
  await company.button(zoe, "web.lobby.options-button").waitFor();
  await company.ask(zoe, `tables/${code}/settings`, { settings: { turn_limit_s: 0.02 } });
  await company.ask(zoe, `tables/${code}/start`, {});
  for (const page of [zoe, max]) await page.locator("ol.started .value", { hasText: "+ 8" }).first().waitFor();
  await company.picture(zoe, "handicap-result-phone");
  const { match } = (await (await max.request.get(`${base}/api/tables/${code}`)).json()) as { match: string };
  await max.goto(`${base}/replay/${match}`);
  await company.says(max, "web.handicap.no-analysis").waitFor();
  await company.picture(max, "handicap-replay");
  assert.deepEqual(company.errors, []);
  console.log("head starts");
} finally {
  await company.browser.close();
}
