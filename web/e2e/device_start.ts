// How long it takes on this device until a match can be played, with everything fetched before: from the button to the
// board, in milliseconds, on a laptop and on a slowed processor.
//   node e2e/device_start.ts http://127.0.0.1:8000 push 1 4
import { launch } from "./browser.ts";
import { Words } from "./words.ts";

const [base, game, ...slowed] = process.argv.slice(2) as [string, string, ...string[]];
const words = new Words("en", game);
const browser = await launch();
try {
  for (const times of slowed) {
    const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(`${base}/`);
    await page.evaluate(() => localStorage.setItem("cartable:name", JSON.stringify("Ann")));
    const button = page.getByRole("button", { name: words.say("told", { what: words.say("web.home.play-bots"), how: words.own("name") }), exact: true });
    const took: number[] = [];
    // The first time it is fetched; the others are from the cache.
    for (let time = 0; time < 4; time++) {
      await page.goto(`${base}/`);
      await button.waitFor();
      await session.send("Emulation.setCPUThrottlingRate", { rate: Number(times) });
      const began = Date.now();
      await button.click();
      const field = page.getByRole("dialog").getByRole("textbox");
      await field.or(page.locator("#board")).first().waitFor();
      if (await field.count()) {
        await field.fill("Ann");
        await page.keyboard.press("Enter");
      }
      await page.locator("#board").waitFor();
      took.push(Date.now() - began);
      await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    }
    console.log(JSON.stringify({ slowed: Number(times), first_ms: took[0], cached_ms: took.slice(1) }));
    await context.close();
  }
} finally {
  await browser.close();
}
