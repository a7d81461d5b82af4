// Every page as a picture: on a phone and a wide screen, light and dark.
//   node e2e/screenshots.ts http://127.0.0.1:8765 positions.json ../build/screenshots/pages en fr
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PATIENCE_MS, launch, speaking } from "./browser.ts";
import { everyDialog } from "./dialogs.ts";
import type { Position } from "./standin.ts";
import { everyPage } from "./tour.ts";
import { DESKTOP, PHONE } from "./visitor.ts";

const [base, file, folder, ...languages] = process.argv.slice(2) as [string, string, string, ...string[]];
const positions = JSON.parse(readFileSync(file, "utf8")) as readonly Position[];
const SCREENS = { phone: PHONE.viewport, desktop: DESKTOP.viewport };
mkdirSync(folder, { recursive: true });

const browser = await launch();
try {
  let count = 0;
  for (const language of languages) {
    const context = await speaking(browser, language, { ...PHONE, isMobile: false, reducedMotion: "reduce" });
    context.setDefaultTimeout(PATIENCE_MS);
    await everyPage(await context.newPage(), base, language, positions, async ({ page, title, television }) => {
      for (const [screen, viewport] of Object.entries(television ? { desktop: SCREENS.desktop } : SCREENS))
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize(viewport);
          await page.emulateMedia({ colorScheme });
          await page.waitForFunction((shade) => document.documentElement.dataset["shade"] === shade, colorScheme);
          await page.evaluate(() => scrollTo(0, 0));
          await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
          await page.screenshot({ path: join(folder, `${title}-${screen}-${language}-${colorScheme}.png`) });
          count += 1;
        }
      await page.setViewportSize(PHONE.viewport);
    }, everyDialog);
    await context.close();
  }
  console.log(`${count} pictures`);
} finally {
  await browser.close();
}
