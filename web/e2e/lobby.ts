// What others do at a table moves nothing in its lobby: seats and buttons stay under the finger while people come and go,
// are ready, cards are numbered and shuffled, and something is refused or copied.
//   node e2e/lobby.ts http://127.0.0.1:8765 en
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { opened } from "./company.ts";

declare global {
  interface Window {
    moved: string[];
  }
}

/** Runs in the page before anything else: notes what stands elsewhere than before, whenever the page has changed. */
function still(): void {
  const stands = new Map<string, string>();
  window.moved = [];
  const look = () => {
    if (!document.querySelector(".lobby main")) {
      stands.clear();
      return;
    }
    const size = `${innerWidth}x${innerHeight}`;
    for (const what of [".share section", ".share .ways", ".seats section.well", ".seats .well li", ".lobby footer > button"])
      document.querySelectorAll(what).forEach((each, at) => {
        const { left, top } = each.getBoundingClientRect();
        // The foot stays where it is while the rest is scrolled.
        const scrolled = each.closest("footer") ? 0 : scrollY;
        const [key, now] = [`${what} ${at}`, `${Math.round(left)},${Math.round(top + scrolled)}`];
        if ((stands.get(key) ?? now) !== now) window.moved.push(`${size} ${key}: from ${stands.get(key)!} to ${now}`);
        stands.set(key, now);
      });
  };
  // What stands first is laid out when its typeface and its pictures are there.
  addEventListener("settled", () => new MutationObserver(() => requestAnimationFrame(look)).observe(document, { subtree: true, childList: true, characterData: true, attributes: true }), { once: true });
}

const { base, company, cut, says, button, ask } = await opened("lobby");
const { browser, errors, words } = company;

try {
  const [zoe, max, ivy] = await Promise.all([company.come(390, 664), company.come(390, 664), company.come(1280, 800)]);
  const people = [zoe, max, ivy];
  await zoe.context().grantPermissions(["clipboard-write"]);
  const { table } = await ask<{ table: { code: string } }>(zoe, "tables", { game: "push", name: "Zoé", face: "fox" });
  const { code } = table;
  const path = `tables/${code}`;
  for (const [page, name] of [[max, "Max"], [ivy, "Ivy"]] as const) await ask(page, `${path}/sit`, { name });
  for (const page of people) {
    await page.addInitScript(still);
    await page.goto(`${base}/t/${code}`);
    await page.locator(".seats .well li").nth(2).waitFor();
    await page.locator(".share img").evaluate((image: HTMLImageElement) => image.decode());
    await page.evaluate(() => document.fonts.ready.then(() => dispatchEvent(new Event("settled"))));
  }
  const everybody = (wait: (page: Page) => Promise<unknown>) => Promise.all(people.map(wait));

  await ask(zoe, `${path}/bots`, { level: "easy", name: "Ada" });
  await everybody((page) => page.locator(".seats .name", { hasText: "Ada" }).waitFor());
  await ask(max, `${path}/ready`, { ready: true });
  await everybody((page) => page.locator(".seats .ready").waitFor());
  await ask(zoe, `${path}/settings`, { settings: { deal_number: "new" } });
  await everybody((page) => says(page, "web.deal.next-new", { name: "Zoé" }).waitFor());
  const noe = await company.come(390, 664);
  await noe.goto(`${base}/t/${code}`);
  await everybody((page) => says(page, "web.lobby.watch-count", { count: 1 }).waitFor());
  await button(zoe, "web.lobby.copy-link").tap();
  await says(zoe, "web.lobby.copied").waitFor();
  // Something is refused that the page did not know could not be done.
  await zoe.route(`**/api/${path}/start`, (route) => route.fulfill({ status: 409, json: { code: "too-few-players" } }), { times: 1 });
  await button(zoe, "web.lobby.start-with", { players: 4 }).tap();
  await zoe.getByRole("alert").waitFor();
  await button(zoe, "web.lobby.start-with", { players: 4 }).tap();
  await everybody((page) => page.locator("#board").waitFor());
  for (const page of people) assert.deepEqual(await page.evaluate(() => window.moved), []);

  // A browser that has taken a seat in another tab gets that seat here, not a second one.
  const another = await ask<{ table: { code: string } }>(zoe, "tables", { game: "push", name: "Zoé", face: "fox" });
  await noe.goto(`${base}/t/${another.table.code}`);
  await noe.locator("form.paper input").first().fill("Noé");
  await ask(noe, `tables/${another.table.code}/sit`, { name: "Noé" });
  await noe.locator("form.paper input").first().press("Enter");
  await button(noe, "web.lobby.ready-you").waitFor();
  assert.deepEqual(errors, []);
  console.log(`${words.own("name")}: nothing moved`);
} finally {
  await browser.close();
  cut.close();
}
