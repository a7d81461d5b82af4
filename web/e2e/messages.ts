// What the table says while a race is on lies on nothing that is raced for: whatever was seen and touched at any point of the
// felt and of what is mine is seen and touched there still.
//   node e2e/messages.ts http://127.0.0.1:8765 positions.json fr 390x844 664x390 ...
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { launch, PATIENCE_MS, speaking } from "./browser.ts";
import { Complaints, screenOf } from "./measure.ts";
import { drawn, StandIn, type Position } from "./standin.ts";
import type { Language } from "./words.ts";

const [base, file, language, ...sizes] = process.argv.slice(2) as [string, string, Language, ...string[]];
const positions = JSON.parse(readFileSync(file, "utf8")) as readonly Position[];

declare global {
  interface Window {
    /** What lay at each point of the grid: to the eye, and to a finger. */
    before: { readonly seen: (Element | null)[]; readonly touched: (Element | null)[] };
  }
}

/** Runs in the page: what lies at each point now; or, `compare`, what does not lie there any more. */
function points(compare: boolean): readonly string[] {
  const STEP = 10;
  const about = (element: Element | null) => element?.closest("[data-part]")?.getAttribute("data-part") ?? element?.outerHTML.slice(0, 90) ?? "nothing";
  const look = () => {
    const found: (Element | null)[] = [];
    for (let x = STEP / 2; x < innerWidth; x += STEP) for (let y = STEP / 2; y < innerHeight; y += STEP) found.push(document.elementFromPoint(x, y));
    return found;
  };
  const touched = look();
  // To the eye everything counts, also what lets touches through.
  const style = document.createElement("style");
  style.textContent = "*, *::before, *::after { pointer-events: auto !important }";
  document.head.append(style);
  const seen = look();
  style.remove();
  if (!compare) window.before = { seen, touched };
  const ours = (element: Element | null) => element?.closest('button, .card, .law, .spot, [data-band="table"], [data-band="mine"] .hand, [data-band="mine"] .actions') ?? null;
  const found: string[] = [];
  const check = (how: string, was: readonly (Element | null)[], is: readonly (Element | null)[]) =>
    was.forEach((element, at) => {
      if (ours(element) && !element!.closest("[data-unraced]") && is[at] !== element && !ours(is[at]!)) found.push(`${about(element)} is covered (${how}) by ${about(is[at]!)}`);
    });
  check("seen", window.before.seen, seen);
  check("touched", window.before.touched, touched);
  return [...new Set(found)];
}

interface Message {
  readonly what: string;
  /** Have it said; false: not in this position. */
  readonly say: (page: Page, standIn: StandIn, position: Position) => Promise<boolean>;
}

/** Press what the position allows, and have it answered. */
async function answered(page: Page, standIn: StandIn, { legal }: Position, answer: object): Promise<boolean> {
  const [card = "", pile = ""] = legal.find((act) => act.startsWith("lay "))?.split(" ").slice(1) ?? [];
  const parts = card ? [card, pile] : legal.filter((act) => act.startsWith("call ")).slice(0, 1);
  if (!parts.length) return false;
  standIn.onAct = ({ k }) => standIn.update({ t: "answer", k, ...answer });
  for (const part of parts) await page.locator(`#board [data-part="${part}"]`).dispatchEvent("pointerdown", { button: 0 });
  return true;
}

const RECEIPT = { call: "", give: 6, gap: 112 };
const MESSAGES: readonly Message[] = [
  {
    what: "times",
    say: (_page, standIn, { snapshot }) => {
      standIn.update({ t: "update", n: snapshot.n, receipts: [{ ...RECEIPT, seat: 0, time: 1642, verdict: "first" }, { ...RECEIPT, seat: 1, time: 1754, verdict: "second" }] });
      return Promise.resolve(true);
    },
  },
  {
    what: "another host",
    say: (_page, standIn, { welcome: { table, place } }) => {
      const other = table.places.find(({ id }) => id !== table.host)!.id;
      standIn.update({ t: "table", table: { ...table, host: table.host === place ? other : place } });
      return Promise.resolve(true);
    },
  },
  {
    what: "a nudge",
    say: (_page, standIn, { welcome: { table, place } }) => {
      standIn.update({ t: "nudged", by: table.places.find(({ id }) => id !== place)!.id });
      return Promise.resolve(true);
    },
  },
  // The longest sentence there is.
  { what: "refused", say: (page, standIn, position) => (position.game === "trio" ? answered(page, standIn, position, { answer: "refused", code: "top-changed", rule: "TRIO-21", about: { card: "6-purple-sun", pile: "different" } }) : Promise.resolve(false)) },
  { what: "too late", say: (page, standIn, position) => (position.game === "trio" ? Promise.resolve(false) : answered(page, standIn, position, { answer: "late" })) },
];

const complaints = new Complaints();
let checks = 0;
const browser = await launch();
try {
  for (const size of sizes) {
    const context = await speaking(browser, language, { reducedMotion: "reduce", hasTouch: true, viewport: screenOf(size) });
    context.setDefaultTimeout(PATIENCE_MS);
    for (const position of positions) {
      const page = await context.newPage();
      page.on("pageerror", (error) => complaints.note(`error: ${error.message}`, page.url()));
      const standIn = await StandIn.on(page, base);
      await standIn.show(position);
      await page.evaluate(points, false);
      let before = "";
      for (const { what, say } of MESSAGES) {
        if (!(await say(page, standIn, position))) continue;
        // Whatever shows it, and wherever.
        const told = await page.waitForFunction((last) => {
          const text = document.querySelector(".toast, .notice, .note, .stage .over section > p")?.textContent ?? "";
          return text !== last && text;
        }, before);
        before = String(await told.jsonValue());
        await page.waitForFunction(() => !document.querySelector("#board[data-waiting]"));
        await drawn(page);
        checks += 1;
        for (const complaint of await page.evaluate(points, true)) complaints.note(`${position.game}, ${what}: ${complaint}`, `${size} ${language} (${position.name})`);
      }
      await page.close();
    }
    await context.close();
  }
} finally {
  await browser.close();
}
console.log(`${checks} messages`);
complaints.tell();
