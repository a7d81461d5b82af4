// The first page, a lobby and an invitation on a small phone at twice the size of text: nothing lies over anything, and every
// button holds its words. (The boards have a law of their own: law.ts.)
//   node e2e/large_text.ts http://127.0.0.1:8765 fr [folder for pictures]
import { PATIENCE_MS, launch, speaking } from "./browser.ts";
import { tight } from "./measure.ts";
import { table } from "./tour.ts";

const [base, language, pictures] = process.argv.slice(2) as [string, string, string?];
const complaints: string[] = [];

/** Runs in the page: pairs of things to read or touch of which one lies over the other. */
function overlapping(): readonly string[] {
  const seen = (each: Element) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".out-of-sight") && each.getBoundingClientRect().width > 1;
  const all = [...document.querySelectorAll("header :is(a, button, h1, p), :not(header) > :is(button, label, small, h2, a)")].filter(seen);
  const about = (each: Element) => each.outerHTML.slice(0, 80);
  // What is pinned to an edge has the page scroll below it.
  const pinned = (each: Element | null): Element | null => (!each || /fixed|sticky/.test(getComputedStyle(each).position) ? each : pinned(each.parentElement));
  return all.flatMap((one, at) =>
    all.slice(at + 1).flatMap((other) => {
      if (one.contains(other) || other.contains(one) || pinned(one) !== pinned(other)) return [];
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const [across, down] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
      return across > 1 && down > 1 ? [`${about(one)} lies over ${about(other)}`] : [];
    }),
  );
}

/** Runs in the page: cells of the code in which no letter has room. */
function slits(): readonly string[] {
  const cells = [...document.querySelectorAll<HTMLElement>(".cells span")];
  return cells.filter((each) => each.clientWidth < parseFloat(getComputedStyle(each).fontSize)).map((each) => `a letter needs more than ${each.clientWidth} px`);
}

const browser = await launch(["--blink-settings=defaultFontSize=32"]);
try {
  const host = await speaking(browser, language, { viewport: { width: 390, height: 664 }, reducedMotion: "reduce" });
  const guest = await speaking(browser, language, { viewport: { width: 390, height: 664 }, reducedMotion: "reduce" });
  for (const context of [host, guest]) context.setDefaultTimeout(PATIENCE_MS);
  const page = await host.newPage();
  await page.goto(base);
  await page.locator("#code").waitFor();
  const { code } = await table(page, base, "push");
  for (const [title, path, from, there] of [["home", "", host, "#code"], ["lobby", `/t/${code}`, host, "#seats"], ["guest", `/t/${code}`, guest, "input"]] as const) {
    const shown = await from.newPage();
    await shown.goto(`${base}${path}`);
    await shown.locator(there).first().waitFor();
    const found = [...(await shown.evaluate(tight, title)), ...(await shown.evaluate(overlapping)), ...(await shown.evaluate(slits))];
    complaints.push(...found.map((text) => `${title} (${language}): ${text}`));
    if (pictures) await shown.screenshot({ path: `${pictures}/large-${title}-${language}.png`, fullPage: true });
    await shown.close();
  }
  if (complaints.length) throw new Error(complaints.join("\n"));
  console.log("nothing in the way");
} finally {
  await browser.close();
}
