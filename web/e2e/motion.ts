// Acts while they are shown: cards fly from where they were to where they go, turned cards turn over; a moment is heard,
// felt, soon over and takes no touch. For those who want calm nothing travels, and the same is seen.
//   node e2e/motion.ts http://127.0.0.1:8765 changes.json [folder for pictures]
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { launch, PATIENCE_MS } from "./browser.ts";
import { StandIn, type Position } from "./standin.ts";

const [base, file, folder] = process.argv.slice(2) as [string, string, string?];
const MOST_MS = 900;
/** Near enough: the table may be shaken meanwhile. */
const NEAR_PX = 12;

interface Change {
  readonly kind: string;
  readonly position: Position;
  readonly update: unknown;
}

interface Expected {
  /** Where a card comes from, and what it goes to. */
  readonly from?: string;
  readonly to?: string;
  readonly turns?: true;
  /** What is drawn for a moment. */
  readonly moment?: string;
}

/** By game and kind. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  "push card-turned": { from: "[data-pile] .pile", to: "[data-pile] .turned", turns: true },
  "push card-placed": { from: "[data-pile] .turned", to: "[data-place] .card" },
  "push column-taken others": { from: "[data-place] .card", to: "[data-seat] .stacks" },
  "push colour-protected": { from: "[data-part^=protect] .card:not([style*=rotate])", turns: true },
  "push busted": { from: "[data-pile] .pile", turns: true, moment: ".moment.bust" },
  "push turn-started": { moment: ".moment.turn" },
  "push won": { moment: ".confetti" },
  "quinto card-laid": { from: "[data-hand] .card", to: "[data-grid] .card" },
  "quinto card-laid others": { from: "[data-seat] .face", to: "[data-grid] .card", moment: ".moment.turn" },
  "quinto card-gained": { from: ".pile", to: "[data-hand] .card", turns: true },
  "quinto row-filled": { moment: ".moment.filled" },
  "hexa card-turned": { to: ".open", turns: true },
  "hexa row-right others": { from: ".open", to: ".spot" },
  "trio card-laid": { from: ".hand .card", to: ".pile .top" },
  "trio card-laid others": { from: "[data-seat] .body > span", to: ".pile .top" },
  "trio card-drawn": { from: '[data-band="mine"] .face', to: ".hand .card", turns: true },
  "trio fault-proved": { moment: ".fault.proved" },
  "trio last-card-laid": { moment: ".moment.last" },
};

/** Looked at for those who want calm, too: one of each way to draw a moment. */
const CALM = ["busted", "fault-proved"];

interface Flown {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly turns: boolean;
}

/** The moment that is to come. */
interface Asked {
  readonly selector: string;
  readonly most: number;
  readonly calm: boolean;
}

interface Watched {
  /** The board has changed. */
  changed: boolean;
  asked: Asked | null;
  /** What is wrong with it, once it has come. It is looked at as it comes: it does not wait for anybody. */
  wrong: readonly string[] | null;
  flown: Flown[];
  tones: number;
  shakes: number;
}
declare global {
  interface Window {
    motion: Watched;
  }
}

/** Runs in the page before anything else: notes what flies, sounds and shakes. */
function watch(): void {
  const motion: Watched = { changed: false, asked: null, wrong: null, flown: [], tones: 0, shakes: 0 };
  window.motion = motion;
  navigator.vibrate = () => (motion.shakes += 1) > 0;
  const counted = <T extends object>(node: T): T =>
    new Proxy(node, {
      construct(made, given: unknown[]) {
        motion.tones += 1;
        return Reflect.construct(made as unknown as new (...all: unknown[]) => object, given);
      },
    });
  window.OscillatorNode = counted(window.OscillatorNode);
  window.AudioBufferSourceNode = counted(window.AudioBufferSourceNode);
  const note = (holder: HTMLElement) => {
    const [x = 0, y = 0] = (String((holder.getAnimations()[0]?.effect as KeyframeEffect | undefined)?.getKeyframes()[0]?.["transform"]).match(/-?[\d.]+(?=px)/g) ?? []).map(Number);
    const [left, top, width, height] = (["left", "top", "width", "height"] as const).map((side) => parseFloat(holder.style[side])) as [number, number, number, number];
    const to = [left + width / 2, top + height / 2] as const;
    motion.flown.push({ from: [to[0] + x, to[1] + y], to, turns: holder.children.length > 1 });
  };
  const wrong = (moment: Element, { most, calm }: Asked): readonly string[] => {
    const found: string[] = [];
    for (const each of [moment, ...moment.querySelectorAll("*")]) if (getComputedStyle(each).pointerEvents !== "none") found.push(`takes touches: ${each.outerHTML.slice(0, 60)}`);
    const animations = moment.getAnimations({ subtree: true });
    for (const { effect } of animations) {
      const { endTime } = effect!.getComputedTiming();
      if (!(Number(endTime) <= most)) found.push(`lasts ${String(endTime)} ms`);
      const moves = (effect as KeyframeEffect).getKeyframes().some((frame) => ["transform", "translate", "scale", "rotate"].some((name) => name in frame));
      if (calm && moves && Number(endTime) > 2) found.push(`moves for ${String(endTime)} ms`);
    }
    if (!calm && !animations.length) found.push("does not move");
    const banner = moment.matches(".turn") ? moment.firstElementChild!.getBoundingClientRect() : null;
    for (const card of banner ? document.querySelectorAll('[data-band="table"] .card') : []) {
      const { left, top, right, bottom } = card.getBoundingClientRect();
      if (left < banner!.right && right > banner!.left && top < banner!.bottom && bottom > banner!.top) found.push("hides a card");
    }
    return found;
  };
  new MutationObserver((all) => {
    const moment = motion.asked && !motion.wrong ? document.querySelector(motion.asked.selector) : null;
    if (moment) motion.wrong = wrong(moment, motion.asked!);
    motion.changed ||= all.some(({ target }) => target.parentElement?.closest("#board") !== null);
    for (const { target, addedNodes } of all)
      if (target instanceof HTMLElement && target.dataset["flights"] !== undefined) for (const node of addedNodes) requestAnimationFrame(() => note(node as HTMLElement));
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

type Point = readonly [number, number];
const middles = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all.map((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return [left + width / 2, top + height / 2] as const;
    }),
  );
const near = (one: Point, many: readonly Point[]) => many.some((other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < NEAR_PX);

/** Half way, for a picture. */
async function half(page: Page, name: string): Promise<void> {
  await page.evaluate(() => {
    for (const each of document.getAnimations()) {
      each.pause();
      each.currentTime = Number(each.effect!.getComputedTiming().endTime) * 0.45;
    }
  });
  await page.screenshot({ path: `${folder!}/${name}.png` });
  await page.evaluate(() => document.getAnimations().forEach((each) => each.finish()));
}

async function look(browser: Browser, changes: readonly Change[], calm: boolean): Promise<readonly string[]> {
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 390, height: 664 }, hasTouch: true, reducedMotion: calm ? "reduce" : "no-preference" });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(watch);
  const page = await context.newPage();
  const standIn = await StandIn.on(page, base);
  const complaints: string[] = [];
  for (const { kind, position, update } of changes) {
    const name = `${position.game} ${kind}`;
    const { from, to, turns = false, moment } = EXPECTED[name]!;
    const complain = (text: string) => complaints.push(`${name}${calm ? " (calm)" : ""}: ${text}`);
    await standIn.show(position);
    // Sounds begin only after a touch.
    await page.locator('[data-band="table"]').dispatchEvent("pointerdown");
    await page.keyboard.press("Shift");
    const starts = from ? await middles(page, from) : [];
    const asked = moment ? { selector: moment, most: MOST_MS, calm } : null;
    await page.evaluate((now) => Object.assign(window.motion, { changed: false, asked: now, wrong: null, flown: [], tones: 0, shakes: 0 }), asked);
    standIn.update(update);
    if (moment) {
      await page.waitForFunction(() => window.motion.wrong);
      const { wrong, tones, shakes } = await page.evaluate(() => window.motion);
      wrong!.forEach(complain);
      if (!tones || !shakes) complain(`${tones} tones, shaken ${shakes} times`);
    }
    await page.waitForFunction(() => window.motion.changed);
    const flown = await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise((next) => requestAnimationFrame(next));
      return window.motion.flown;
    });
    const ends = to ? await middles(page, to) : [];
    // A pile may be seen only after.
    if (from) starts.push(...(await middles(page, from)));
    if (calm && flown.length) complain("something flies");
    const fits = (each: Flown) => (!from || near(each.from, starts)) && (!to || near(each.to, ends)) && each.turns === turns;
    if (!calm && (from || to) && !flown.some(fits)) complain(`no card flies${turns ? ", turning over," : ""} from ${from ?? "somewhere"} ${JSON.stringify(starts)} to ${to ?? "somewhere"} ${JSON.stringify(ends)}, but ${JSON.stringify(flown)}`);
    if (folder) await half(page, `${name}${calm ? "-calm" : ""}`.replaceAll(" ", "-"));
  }
  await context.close();
  return complaints;
}

const changes = JSON.parse(readFileSync(file, "utf8")) as readonly Change[];
const browser = await launch();
try {
  const moments = changes.filter(({ kind }) => CALM.includes(kind));
  const complaints = (await Promise.all([look(browser, changes, false), look(browser, moments, true)])).flat();
  if (complaints.length) throw new Error(complaints.join("\n"));
  console.log(`${changes.length} acts, ${moments.length} of them in calm`);
} finally {
  await browser.close();
}
