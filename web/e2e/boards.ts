// Pictures of boards, by a plan: which position, at which size, in which language and shade.
//   node e2e/boards.ts http://127.0.0.1:8765 plan.json
import { readFileSync } from "node:fs";
import type { BrowserContext } from "playwright-core";
import { PATIENCE_MS, launch, speaking } from "./browser.ts";
import { drawn, StandIn, type Position } from "./standin.ts";

interface Shot {
  readonly position: Position;
  readonly width: number;
  readonly height: number;
  readonly shade: "light" | "dark";
  readonly language: string;
  readonly path: string;
  /** What is touched before, if it can be. */
  readonly press: string;
}

const [base, file] = process.argv.slice(2) as [string, string];
const plan = JSON.parse(readFileSync(file, "utf8")) as readonly Shot[];
/** The table of the pictures is nowhere: this leads to it. */
const QR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h3v3h-3zM5 1h3v3h-3zM1 5h3v3h-3zM5 5h1v1h-1zM7 5h1v1h-1zM6 6h1v1h-1zM5 7h1v1h-1zM7 7h1v1h-1z"/></svg>';

/** Whoever has no seat looks at a television. */
async function take(context: BrowserContext, shots: readonly Shot[], television: boolean): Promise<void> {
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(error.stack ?? error.message));
  await page.route("**/qr.svg", (route) => route.fulfill({ contentType: "image/svg+xml", body: QR }));
  const standIn = await StandIn.on(page, base, television ? "/tv" : "");
  let host: number | null | undefined;
  for (const { position, width, height, shade, path, press } of shots) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: shade });
    await standIn.show(position);
    // That there is another host is told, and would lie over the picture.
    if (host !== undefined && host !== position.welcome.table.host) {
      await page.reload();
      await standIn.show(position);
    }
    host = position.welcome.table.host;
    const pressed = press ? page.locator(press).first() : null;
    // What was chosen for the picture before is still chosen.
    const chosen = pressed && (await pressed.count()) ? await pressed.evaluate((each) => each.ariaPressed === "true" || each.ariaDisabled === "true") : true;
    if (!chosen) await pressed!.click({ force: true });
    await page.waitForFunction((wanted) => document.documentElement.dataset["shade"] === wanted, shade);
    await page.mouse.move(0, 0);
    await drawn(page);
    await page.screenshot({ path });
  }
  await page.close();
}

const browser = await launch();
try {
  for (const language of new Set(plan.map((shot) => shot.language))) {
    const context = await speaking(browser, language, { reducedMotion: "reduce" });
    context.setDefaultTimeout(PATIENCE_MS);
    const shots = plan.filter((shot) => shot.language === language);
    for (const television of [false, true]) await take(context, shots.filter(({ position }) => (position.seat === null) === television), television);
    await context.close();
  }
  console.log(`${plan.length} pictures of boards`);
} finally {
  await browser.close();
}
