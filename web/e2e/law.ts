// The law of the stage (measure.ts) at any positions and sizes of screens.
//   node e2e/law.ts http://127.0.0.1:8765 positions.json en 390x664 1440x900 ...
// A size may end in `@200`: twice the size of text; then the table may scroll, the actions may not.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { PATIENCE_MS, launch, resized, speaking } from "./browser.ts";
import { broken, Complaints, screenOf } from "./measure.ts";
import { drawn, StandIn, type Position } from "./standin.ts";
import type { Language } from "./words.ts";

const [base, file, language, ...sizes] = process.argv.slice(2) as [string, string, Language, ...string[]];
const positions = JSON.parse(readFileSync(file, "utf8")) as readonly Position[];

/** Where it is looked at once more, with a card picked. */
const PICKED = ["360x560", "664x390", "1280x650"];

const complaints = new Complaints();
let checks = 0;

async function look(page: Page, position: Position, screens: readonly string[], large: boolean, after = ""): Promise<void> {
  const { race, legal, seat, game, players, kind, name } = position;
  for (const size of screens) {
    await resized(page, screenOf(size));
    await drawn(page);
    checks += 1;
    for (const complaint of await page.evaluate(broken, { race, large, acts: legal.length > 0 && !after }))
      complaints.note(`${game}: ${complaint}`, `${size} ${language}, ${players} players, seat ${seat ?? "none"}, ${kind} (${name})${after}`);
  }
}

/** Where the log opens by itself a page begins otherwise: large screens have a browser of their own, as large text has. */
const ROOMY = 1600;
const passes = [
  { large: false, those: (width: number) => width < ROOMY },
  { large: false, those: (width: number) => width >= ROOMY },
  { large: true, those: () => true },
];
for (const { large, those } of passes) {
  const wanted = sizes.filter((size) => size.endsWith("@200") === large && those(parseInt(size)));
  if (!wanted.length) continue;
  const browser = await launch(large ? ["--blink-settings=defaultFontSize=32"] : []);
  try {
    const context = await speaking(browser, language, { reducedMotion: "reduce", hasTouch: true, viewport: screenOf(wanted[0]!) });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    page.on("pageerror", (error) => complaints.note(`error: ${error.message}`, page.url()));
    const standIn = await StandIn.on(page, base);
    for (const position of positions) {
      await standIn.show(position);
      await look(page, position, wanted, large);
      // What is only picked up changes what can be done, and the server knows nothing of it.
      const held = page.locator('[data-band="mine"] button:enabled:not([aria-disabled=true])').first();
      if (large || !position.legal.length || !(await held.count())) continue;
      await resized(page, screenOf(wanted.at(-1)!), 1);
      await held.click({ force: true });
      if (!standIn.acted) await look(page, position, wanted.filter((size) => PICKED.includes(size)), large, ", with something picked");
    }
    await context.close();
  } finally {
    await browser.close();
  }
}
console.log(`${checks} checks`);
complaints.tell();
