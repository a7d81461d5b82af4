// Trio's hand while one card of it is laid, frame by frame: the cards that stay keep their place and stay visible.
//   node e2e/hand_frames.ts http://127.0.0.1:8765 changes.json
import { readFileSync } from "node:fs";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { launch, PATIENCE_MS } from "./browser.ts";
import { Pointer } from "./hands.ts";
import { StandIn, type Position } from "./standin.ts";
import { DESKTOP, PHONE } from "./visitor.ts";
import type { Update } from "../src/wire.gen.ts";

interface Change {
  readonly position: Position;
  readonly update: Update;
}

const [base, file] = process.argv.slice(2) as [string, string];
const [{ position, update }] = JSON.parse(readFileSync(file, "utf8")) as [Change];
const LATENCIES_MS = [0, 250];
const SCREENS: Readonly<Record<string, BrowserContextOptions>> = { phone: PHONE, laptop: DESKTOP };

interface Recorded {
  /** By card: what it looked like, as often as that changed. */
  looks: Record<string, string[]>;
  frames: number;
}
declare global {
  interface Window {
    recorded: Recorded;
  }
}

/** Runs in the page: from now on note, in every frame, how these cards look. */
function record(cards: readonly string[]): void {
  const recorded: Recorded = { looks: {}, frames: 0 };
  window.recorded = recorded;
  const look = (): void => {
    recorded.frames += 1;
    for (const card of cards) {
      const button = document.querySelector(`.hand [data-part="${card}"]`);
      const shown = button?.querySelector(".card");
      let seen = "gone";
      if (button && shown) {
        const { x, y, width, height } = shown.getBoundingClientRect();
        const opacity = [button, shown].map((each) => getComputedStyle(each).opacity).join(" ");
        const visible = shown.checkVisibility({ opacityProperty: true, visibilityProperty: true });
        seen = `${[x, y, width, height].map((each) => each.toFixed(1)).join(" ")}, opacity ${opacity}${visible ? "" : ", invisible"}`;
      }
      const looks = (recorded.looks[card] ??= []);
      if (looks.at(-1) !== seen) looks.push(seen);
    }
    requestAnimationFrame(look);
  };
  look();
}

/** Lay the card of the recorded act, and complain of every other card of the hand that changed in any frame. */
async function look(browser: Browser, screen: string, latencyMs: number): Promise<readonly string[]> {
  const context = await browser.newContext({ ...SCREENS[screen], locale: "en-GB" });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const standIn = await StandIn.on(page, base);
  await standIn.show(position);
  const laid = update.events!.map(([, , event]) => event as { event: string; card?: string; pile?: string }).find(({ event }) => event === "card-laid")!;
  const hand = (position.snapshot.shown.view as { hand: readonly string[] }).hand;
  const others = hand.filter((card) => card !== laid.card);
  if (others.length !== 2) throw new Error(`this hand is no hand of three: ${hand.join(" ")}`);
  standIn.onAct = ({ k }) =>
    setTimeout(() => {
      standIn.update(update);
      standIn.update({ t: "answer", k, answer: "accepted" });
    }, latencyMs);
  const pointer = new Pointer(page, screen === "phone");
  await pointer.push(page.locator(`.hand [data-part="${laid.card}"]`));
  // The finger rests on no card, and what was pressed has come back.
  await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== "running"));
  await page.evaluate(record, others);
  await pointer.push(page.locator(`[data-drop="${laid.pile}"]`));
  await page.locator(`.hand [data-part="${laid.card}"]`).waitFor({ state: "detached" });
  await page.waitForFunction(() => !document.querySelector("#board[data-waiting]"));
  // The new card has come, and lies there.
  await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== "running"));
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
  const { looks, frames } = await page.evaluate(() => window.recorded);
  await context.close();
  if (frames < 4) throw new Error(`only ${frames} frames were seen`);
  return Object.entries(looks).filter(([, seen]) => seen.length > 1).map(([card, seen]) => `${screen}, ${latencyMs} ms: ${card} was ${seen.join("; then ")}`);
}

const browser = await launch();
try {
  const complaints: string[] = [];
  for (const screen of Object.keys(SCREENS)) for (const latency of LATENCIES_MS) complaints.push(...(await look(browser, screen, latency)));
  if (complaints.length) throw new Error(`laying a card touches others of the hand:\n${complaints.join("\n")}`);
  console.log("the cards that stay in the hand stay as they are");
} finally {
  await browser.close();
}
