// The television: nothing scrolls or leaves the screen, all text can be read from afar, everybody and the way to the
// table are seen. With a folder, pictures go there.
//   node e2e/tv.ts http://127.0.0.1:8765 positions.json en,fr [folder]
import { readFileSync } from "node:fs";
import { PATIENCE_MS, launch, resized, speaking } from "./browser.ts";
import { Complaints, screenOf } from "./measure.ts";
import { drawn, StandIn, type Position } from "./standin.ts";

const [base, file, languages, folder] = process.argv.slice(2) as [string, string, string, string?];
const positions = JSON.parse(readFileSync(file, "utf8")) as readonly Position[];
const SIZES = ["1920x1080", "3840x2160"];
/** What is there when something else than a board is to be seen. */
const DRAWN_AS: Readonly<Record<string, string>> = { result: ".tv-result li", lobby: ".tv-lobby li" };
const complaints = new Complaints();
let checks = 0;

/** What is wrong on this screen; runs in the page. */
function wrong({ players, starts, code }: { players: readonly string[]; starts: readonly number[]; code: string }): string[] {
  const LEAST = 0.025;
  const found: string[] = [];
  const { innerWidth: width, innerHeight: height } = window;
  const root = document.scrollingElement!;
  if (root.scrollHeight > height + 1 || root.scrollWidth > width + 1) found.push(`the page scrolls: ${root.scrollWidth} x ${root.scrollHeight}`);
  const inside = (box: DOMRect) => box.left >= -1 && box.top >= -1 && box.right <= width + 1 && box.bottom <= height + 1;
  const walker = document.createTreeWalker(document.querySelector("[data-tv]")!, NodeFilter.SHOW_TEXT);
  const seen: string[] = [];
  const quiet = document.querySelector("[data-tv] .quiet")?.getBoundingClientRect();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent!.trim();
    const parent = node.parentElement!;
    // Cards are pictures: they have sizes of their own.
    if (!text || parent.closest("svg, .out-of-sight, .card, .quiet") || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    const name = `${text.slice(0, 24)} <${parent.tagName.toLowerCase()} ${parent.className}>`;
    if (size < LEAST * height - 0.5) found.push(`small text, ${((100 * size) / height).toFixed(2)} %: ${name}`);
    if (!inside(box) && !parent.closest(".name, strong, .well ul")) found.push(`text leaves the screen: ${name}`);
    if (parent.closest(".tv-lobby, .tv-result") && !parent.contains(document.elementFromPoint(box.left + 2, box.top + box.height / 2))) found.push(`text is covered or cut: ${name}`);
    if (quiet && parent.closest(".tv-lobby, .tv-result") && box.left < quiet.right && box.right > quiet.left && box.top < quiet.bottom && box.bottom > quiet.top) found.push(`how to switch the sound on covers ${name}`);
    seen.push(text);
  }
  const all = seen.join(" ");
  for (const player of players) if (!all.includes(player)) found.push(`${player} is not to be seen`);
  for (const start of starts) if (!all.includes(`+${start}`)) found.push(`a head start of ${start} is not to be seen`);
  if (!all.includes(`${code.slice(0, 3)} ${code.slice(3)}`)) found.push("the code is not to be seen");
  const begins = document.querySelector(".tv-lobby > p");
  if (begins) {
    const lines = document.createRange();
    lines.selectNodeContents(begins);
    if ([...lines.getClientRects()].some(({ left, right }) => Math.abs(left + right - width) > 0.02 * width)) found.push("who begins is not told in the middle");
  }
  const qr = document.querySelector<HTMLElement>("[data-tv] img");
  if (!qr || !inside(qr.getBoundingClientRect()) || qr.getBoundingClientRect().height < 0.08 * height) found.push("no QR code to scan");
  if (document.querySelectorAll("[data-tv] .avatar").length < players.length) found.push("faces are missing");
  if (document.querySelector("[data-tv] .tv-stage:not([inert])")) found.push("there is something to press");
  return found;
}

const browser = await launch();
try {
  for (const language of languages.split(",")) {
    const context = await speaking(browser, language, { reducedMotion: "reduce", viewport: screenOf(SIZES[0]!) });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    page.on("pageerror", (error) => complaints.note(`error: ${error.message}`, page.url()));
    await page.route("**/qr.svg", (route) => route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h3v3h-3zM5 5h3v3h-3z"/></svg>' }));
    const standIn = await StandIn.on(page, base, "/tv");
    for (const position of positions) {
      await standIn.show(position, DRAWN_AS[position.name]);
      for (const size of SIZES) {
        await resized(page, screenOf(size), folder ? 1 : undefined);
        await page.emulateMedia({ colorScheme: SIZES.indexOf(size) ? "dark" : "light" });
        await drawn(page);
        checks += 1;
        const { table } = position.welcome;
        const given = { players: table.players ?? [], starts: position.name === "lobby" ? table.places.map((place) => place.head_start ?? 0).filter(Boolean) : [], code: table.code.toUpperCase() };
        for (const complaint of await page.evaluate(wrong, given)) complaints.note(`${position.game}: ${complaint}`, `${size} ${language}, ${position.name}`);
        if (folder) await page.screenshot({ path: `${folder}/tv-${position.game}-${position.name}-${size}-${language}.png` });
      }
    }
    await context.close();
  }
} finally {
  await browser.close();
}
complaints.tell();
console.log(`${checks} checks`);
