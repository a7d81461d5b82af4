// From the first page to a table with a guest, and back: what two people see on their phones.
//   node e2e/invitation.ts http://127.0.0.1:8765 en
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { launch } from "./browser.ts";
import { Pointer } from "./hands.ts";
import { PHONE, Visitor } from "./visitor.ts";
import type { Language } from "./words.ts";

const [base, language] = process.argv.slice(2) as [string, Language];
const SMALL = { ...PHONE, viewport: { width: 390, height: 664 } } as unknown as typeof PHONE;

async function inSight(what: Locator, told: string): Promise<void> {
  await what.waitFor();
  const box = (await what.boundingBox())!;
  assert(box.y >= 0 && box.y + box.height <= 664, `${told} is out of sight: ${JSON.stringify(box)}`);
}

const browser = await launch();
try {
  const zoe = await Visitor.come(browser, { name: "Zoé", language, screen: SMALL, game: "push", base });
  const hand = new Pointer(zoe.page, true);
  const { words } = zoe;

  // A wrong code: the reason stands where the finger is.
  const join = zoe.page.getByRole("region", { name: words.say("web.home.join"), exact: true });
  for (const [code, why] of [["bcd", "web.home.code-short"], ["zzzzzz", "web.problem.no-such-table"]] as const) {
    await zoe.page.locator("#code").fill(code);
    zoe.offline = true; // the browser writes down that there is no such table
    await hand.push(zoe.button("web.home.join-button"));
    await inSight(join.getByText(words.say(why)), "the reason");
  }
  zoe.offline = false;

  // The invitation is the first thing in the lobby, and its link is the server's.
  const code = await zoe.openTable(hand, 1);
  await inSight(zoe.page.getByRole("img", { name: words.say("web.lobby.qr") }), "the QR code");
  const { link } = (await (await zoe.page.request.get(`${base}/api/tables/${code}/invitation`)).json()) as { link: string };
  assert.equal(await zoe.page.getByLabel(words.say("web.lobby.link")).inputValue(), link);

  // A guest sees who invites to what, and one button; a refused name is asked for again, with the reason.
  const max = await Visitor.come(browser, { name: "Max", language, screen: SMALL, game: "push", base });
  const other = new Pointer(max.page, true);
  await max.page.goto(link);
  await inSight(max.page.getByRole("heading", { name: words.say("web.lobby.invites", { name: "Zoé", game: words.own("name") }) }), "the invitation");
  await inSight(max.button("web.lobby.sit"), "the button");
  for (const key of ["web.lobby.options-button", "web.lobby.add-bot"]) assert.equal(await max.button(key).count(), 0, `a guest is shown ${key}`);
  const field = max.page.getByRole("textbox", { name: words.say("web.your-name") });
  await field.fill("Zoé");
  max.offline = true;
  await other.push(max.button("web.lobby.sit"));
  await inSight(max.page.getByRole("alert").filter({ hasText: words.say("web.problem.name-taken") }), "the reason");
  max.offline = false;
  await field.fill("Max");
  await other.push(max.button("web.lobby.sit"));
  await max.button("web.lobby.ready-you").waitFor();
  await max.page.getByRole("button", { name: words.say("web.lobby.options-button"), exact: true }).tap();
  assert.equal(await max.page.getByRole("dialog").getByRole("radio").count(), 0, "a guest is shown the host's controls");
  await other.push(max.button("web.close"));
  await max.page.reload();
  await max.button("web.lobby.ready-you").waitFor();

  // While a match is on, the way home asks; and the first page leads back to it.
  await zoe.start(hand, zoe.players + 1);
  await max.page.locator("#board").waitFor();
  await zoe.page.locator("#board").waitFor();
  await zoe.page.evaluate(() => history.back());
  await hand.push(zoe.button("web.table.stay"));
  assert.equal(new URL(zoe.page.url()).pathname, `/t/${code}`);
  for (const answer of ["web.table.stay", "web.table.go-home"]) {
    await other.push(max.button("web.table.menu"));
    await other.push(max.button("web.table.go-home"));
    await max.page.getByText(words.say("web.table.go-home-ask")).waitFor();
    await other.push(max.button(answer));
  }
  await max.page.waitForURL((url) => !url.pathname.startsWith("/t/"));
  const back = max.page.getByRole("link", { name: new RegExp(words.say("web.home.resume")) });
  await inSight(back, "the way back");
  await other.push(back);
  await max.page.locator("#board").waitFor();

  console.log(`${code}: invited, refused, seated, left and back`);
  const complaints = (await Promise.all([zoe, max].map((each) => each.looks()))).flat();
  if (complaints.length) throw new Error(complaints.join("\n"));
} finally {
  await browser.close();
}
