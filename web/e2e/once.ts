// A moment of the board is shown once for its event, whatever else changes afterwards: an act of one's own under way, the
// table's settings, the page's own, the connection.
//   node e2e/once.ts http://127.0.0.1:8765 changes.json
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { launch, PATIENCE_MS } from "./browser.ts";
import { StandIn, type Position } from "./standin.ts";
import { apply } from "../src/lib/net/patch.ts";
import type { Update } from "../src/wire.gen.ts";

interface Change {
  readonly kind: string;
  readonly position: Position;
  readonly update: Update;
}

const [base, file] = process.argv.slice(2) as [string, string];
const changes = JSON.parse(readFileSync(file, "utf8")) as readonly Change[];

/** What is added to the page for a moment, by game and kind. */
const MOMENTS: Readonly<Record<string, string>> = {
  "push busted": ".moment.bust",
  "quinto row-filled": ".moment.filled",
  "trio fault-proved": ".fault.proved",
  "trio last-card-laid": ".moment.last",
  "hexa row-wrong": ".told",
};

declare global {
  interface Window {
    /** How often something that fits the selector was added. */
    moments: number;
  }
}

function count(selector: string): void {
  window.moments = 0;
  new MutationObserver((all) => {
    for (const node of all.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element) window.moments += (node.matches(selector) ? 1 : 0) + node.querySelectorAll(selector).length;
  }).observe(document, { subtree: true, childList: true });
}

/** The same position after the update, as the server tells it to a page that connects again. */
function after({ position, update }: Change): Position {
  const { snapshot } = position;
  const shown = { ...snapshot.shown, view: apply(snapshot.shown.view, update.patch ?? { "~": {} }), legal: update.legal ?? snapshot.shown.legal, preview: update.preview ?? snapshot.shown.preview };
  return { ...position, snapshot: { ...snapshot, shown, n: update.n, log: [...(snapshot.log ?? []), ...update.events!] } } as Position;
}

async function look(browser: Browser, change: Change): Promise<readonly string[]> {
  const { kind, position, update } = change;
  const moment = MOMENTS[`${position.game} ${kind}`]!;
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: "en-GB" });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  const standIn = await StandIn.on(page, base);
  // No move makes itself meanwhile.
  await context.addInitScript(() => localStorage.setItem("cartable:settings", JSON.stringify({ forced: false })));
  await standIn.show(position);
  await page.evaluate(count, moment);
  const drawn = () => page.evaluate(() => new Promise<void>((next) => requestAnimationFrame(() => requestAnimationFrame(() => next()))));
  const seen = async (when: string): Promise<void> => {
    await drawn();
    const times = await page.evaluate(() => window.moments);
    if (times !== 1) complaints.push(`${position.game} ${kind}: shown ${times} times after ${when}`);
  };
  standIn.update(update);
  await page.locator(moment).first().waitFor({ state: "attached" });
  await seen("its event");
  const control = page.locator("#board [data-part]:not(:disabled, [aria-disabled=true])").first();
  if (await control.count()) {
    await control.dispatchEvent("pointerdown", { button: 0 });
    await control.dispatchEvent("click");
    await seen("an act of one's own");
  }
  const { table } = position.welcome;
  standIn.update({ t: "table", table: { ...table, settings: { ...table.settings, odds: table.settings["odds"] === false } } });
  await seen("a change of the table's settings");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await seen("a change of the page's settings");
  await standIn.cut(after(change));
  await page.waitForFunction(() => !document.querySelector(".stage.lost"));
  await seen("a new connection");
  await context.close();
  return complaints;
}

const browser = await launch();
try {
  const complaints: string[] = [];
  for (const change of changes) complaints.push(...(await look(browser, change)));
  if (complaints.length) throw new Error(complaints.join("\n"));
  console.log(`${changes.length} moments, each shown once`);
} finally {
  await browser.close();
}
