// Lessons are laid out by the law of the stage too: each step of each, at some sizes of screens. For one game, or `all`.
//   node e2e/lessons.ts http://127.0.0.1:8765 en push 390x664 844x390
import { PATIENCE_MS, launch, resized, speaking } from "./browser.ts";
import { gamesAt, races } from "./games.ts";
import { broken, Complaints, screenOf } from "./measure.ts";
import { drawn } from "./standin.ts";
import { Words, type Language } from "./words.ts";

/** Runs in the page: whatever a lesson points at is in sight, and all of what it says. */
function told(): readonly string[] {
  const text = document.querySelector(".strip .text")!;
  const hidden = text.scrollHeight > text.clientHeight + 1 ? [`its words need ${text.scrollHeight} px and have ${text.clientHeight}: ${text.textContent.slice(0, 40)}`] : [];
  const pointed = [...document.querySelectorAll("[data-pointed]")].flatMap((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const seen = each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    return seen ? [] : [`out of sight: ${each.getAttribute("aria-label") ?? each.textContent}`];
  });
  return [...hidden, ...pointed];
}

const [base, language, only, ...sizes] = process.argv.slice(2) as [string, Language, string, ...string[]];
const complaints = new Complaints();
let checks = 0;
const browser = await launch();
try {
  const context = await speaking(browser, language, { reducedMotion: "reduce", viewport: screenOf(sizes[0]!) });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.note(`error: ${error.message}`, page.url()));
  for (const game of (await gamesAt(base)).filter(({ id }) => only === "all" || only === id)) {
    const words = new Words(language, game.id);
    await page.goto(`${base}/practice/${game.id}`);
    const on = page.getByRole("button", { name: words.say("web.tutorial.continue"), exact: true }).or(page.getByRole("button", { name: words.say("web.tutorial.show"), exact: true }));
    const none = page.getByText(words.say("web.not-found"));
    const over = page.getByText(words.say("web.tutorial.done"));
    await on.or(none).first().waitFor();
    for (let step = 1; (await on.count()) && !(await over.count()); step++) {
      for (const size of sizes) {
        await resized(page, screenOf(size));
        await drawn(page);
        checks += 1;
        const measured = async () => [...(await page.evaluate(told)), ...(await page.evaluate(broken, { race: races(game), large: false, acts: false, lesson: true }))];
        // Others may have acted at this very moment: what is wrong must still be so when all of it is drawn.
        let found = await measured();
        if (found.length) {
          await drawn(page);
          found = await measured();
        }
        for (const complaint of found) complaints.note(`${game.id}: ${complaint}`, `${size} ${language}, step ${step}`);
      }
      // What others do happens by itself after a while.
      await page.locator(".strip .button").last().evaluate((button: HTMLElement) => button.click());
    }
  }
  await context.close();
} finally {
  await browser.close();
}
console.log(`${checks} checks`);
complaints.tell();
