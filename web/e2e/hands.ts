// Two ways of doing things: with a finger or a mouse, and with the keyboard alone.
import { errors, type Locator, type Page } from "playwright-core";
import type { Move } from "./players/player.ts";

export interface Hand {
  push(button: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  choose(list: Locator, option: string): Promise<void>;
  /** One of several radio buttons in a group. */
  check(group: Locator, option: string): Promise<void>;
  /** False: what was to be pushed was gone. */
  move(move: Move): Promise<boolean>;
}

/** In a race the target may be another by now. */
const GONE_MS = 1500;

const GOLDEN = 0.618;

export class Pointer implements Hand {
  readonly #page: Page;
  readonly #touch: boolean;
  readonly #reactionMs: number;
  #moves = 0;

  constructor(page: Page, touch: boolean, reactionMs = 0) {
    this.#page = page;
    this.#touch = touch;
    this.#reactionMs = reactionMs;
  }

  /** From 0 to 1, spread evenly and the same on every run. */
  #hesitation(): number {
    return ((this.#moves += 1) * GOLDEN) % 1;
  }

  async push(button: Locator, timeout?: number): Promise<void> {
    await (this.#touch ? button.tap({ timeout: timeout! }) : button.click({ timeout: timeout! }));
  }

  async write(field: Locator, text: string): Promise<void> {
    await field.fill(text);
  }

  async choose(list: Locator, option: string): Promise<void> {
    await list.selectOption({ label: option });
  }

  async check(group: Locator, option: string): Promise<void> {
    await group.getByRole("radio", { name: option, exact: true }).check();
  }

  async move(move: Move): Promise<boolean> {
    if (this.#reactionMs) await this.#page.waitForTimeout(this.#reactionMs * (1 + this.#hesitation()));
    try {
      await this.push(this.#page.getByRole("button", { name: move.button, exact: true }), GONE_MS);
      return true;
    } catch (error) {
      if (error instanceof errors.TimeoutError) return false;
      throw error;
    }
  }
}

const STEPS = 60;
/** How often in a row the target may be gone before the keyboard is there: in a race the cards do not wait. */
const MISSES = 20;

export class Keyboard implements Hand {
  readonly #page: Page;
  #moves = 0;
  #missed = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Go there as anybody would: Tab from zone to zone, the arrows within one. */
  async reach(target: Locator, timeout?: number): Promise<void> {
    await target.waitFor({ timeout: timeout! });
    for (let step = 0; step < STEPS; step++) {
      const key = await target.evaluate(nextKey, undefined, { timeout: timeout! });
      if (key === "") return;
      await this.#page.keyboard.press(key);
    }
    throw new Error(`The keyboard does not reach ${String(target)}`);
  }

  async push(button: Locator, timeout?: number): Promise<void> {
    await this.reach(button, timeout);
    await this.#page.keyboard.press("Enter");
  }

  async write(field: Locator, text: string): Promise<void> {
    await this.reach(field);
    await this.#page.keyboard.type(text);
  }

  async choose(list: Locator, option: string): Promise<void> {
    await this.reach(list);
    await this.#page.keyboard.type(option);
  }

  /** Tab leads to the one that is chosen, and arrows from there to the others. */
  async check(group: Locator, option: string): Promise<void> {
    await this.reach(group.getByRole("radio", { checked: true }));
    const wanted = group.getByRole("radio", { name: option, exact: true });
    const { length } = await group.getByRole("radio").all();
    for (let step = 0; step < length && !(await wanted.isChecked()); step++) await this.#page.keyboard.press("ArrowRight");
  }

  /** Now by the place of a key where there is one, now by going there. */
  async move(move: Move): Promise<boolean> {
    const button = this.#page.getByRole("button", { name: move.button, exact: true });
    this.#moves += 1;
    const atBoard = await this.#page.evaluate(() => document.getElementById("board")!.contains(document.activeElement));
    if (move.key && atBoard && this.#moves % 2 === 0) {
      await this.#page.keyboard.press(move.key);
      return true;
    }
    try {
      await this.push(button, GONE_MS);
      this.#missed = 0;
      return true;
    } catch (error) {
      this.#missed += 1;
      if (this.#missed > MISSES) throw error;
      return false;
    }
  }
}

/** Runs in the page: which key brings the focus nearer to the target; nothing: it is there. */
function nextKey(target: Element): string {
  const here = document.activeElement;
  const page = window as unknown as { walk?: { to: Element; tried: Map<Element, string[]> } };
  if (here === target) {
    delete page.walk;
    return "";
  }
  const roves = (target as HTMLElement).tabIndex < 0;
  // Its zone is what is around it and has a stop for Tab.
  let around = target.parentElement;
  while (around && !around.querySelector("[tabindex='0']")) around = around.parentElement;
  if (roves && here && around?.contains(here) && here.hasAttribute("tabindex")) {
    const [from, to] = [here.getBoundingClientRect(), target.getBoundingClientRect()];
    const x = to.left + to.width / 2 - from.left - from.width / 2;
    const y = to.top + to.height / 2 - from.top - from.height / 2;
    // A key is not tried again from the same place: it led nowhere, or round in a circle.
    if (page.walk?.to !== target) page.walk = { to: target, tried: new Map() };
    const { walk } = page;
    const tried = walk.tried.get(here) ?? [];
    const [across, along] = [x > 0 ? "ArrowRight" : "ArrowLeft", y > 0 ? "ArrowDown" : "ArrowUp"];
    const wishes = Math.abs(x) > Math.abs(y) ? [across, along] : [along, across];
    const key = [...wishes, "Home", "End"].find((each) => !tried.includes(each));
    // Out of the zone, and once more.
    if (key) walk.tried.set(here, [...tried, key]);
    else walk.tried.clear();
    return key ?? "Tab";
  }
  const before = here && here !== document.body && here.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING;
  return before ? "Shift+Tab" : "Tab";
}
