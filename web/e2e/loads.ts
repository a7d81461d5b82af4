// Which scripts a browser that has never been here loads for a table, a line for each game.
//   node e2e/loads.ts http://127.0.0.1:8765
import { launch, PATIENCE_MS } from "./browser.ts";
import { gamesAt } from "./games.ts";
import { post, table } from "./tour.ts";

const [base] = process.argv.slice(2) as [string];
const browser = await launch();
try {
  for (const { id: game } of await gamesAt(base)) {
    const context = await browser.newContext({ locale: "fr-FR" });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const scripts = new Set<string>();
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith(".js")) scripts.add(pathname);
    });
    const { code, key } = await table(page, base, game);
    await post(page, `${base}/api/tables/${code}/start`, {}, key);
    await page.goto(`${base}/t/${code}`);
    await page.locator("#board").getByRole("button").first().waitFor();
    await page.waitForLoadState("networkidle");
    // As the build leaves it: the server has written it into the page.
    if (await page.locator("script[type=module]:not([src])").count()) scripts.add("/inline/core.js");
    console.log([game, ...scripts].join(" "));
    await context.close();
  }
} finally {
  await browser.close();
}
