// Pictures of boards, by a plan: which position, at which size, in which language and shade.
//   node e2e/boards.ts http://127.0.0.1:8765 plan.json
import { readFileSync } from "node:fs";
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
const browser = await launch();
try {
  for (const language of new Set(plan.map((shot) => shot.language))) {
    const context = await speaking(browser, language, { reducedMotion: "reduce" });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    page.on("pageerror", (error) => console.error(error.stack ?? error.message));
    const standIn = await StandIn.on(page, base);
    for (const { position, width, height, shade, path, press } of plan.filter((shot) => shot.language === language)) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: shade });
      await standIn.show(position);
      const pressed = press ? page.locator(press).first() : null;
      if (pressed && (await pressed.count()) && (await pressed.getAttribute("aria-disabled")) !== "true") await pressed.click({ force: true });
      await page.waitForFunction((wanted) => document.documentElement.dataset["shade"] === wanted, shade);
      await page.mouse.move(0, 0);
      await drawn(page);
      await page.screenshot({ path });
    }
    await context.close();
  }
  console.log(`${plan.length} pictures of boards`);
} finally {
  await browser.close();
}
