// Several people at one table of a real server, each with a browser of their own: what scripts about them share.
import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { launch, PATIENCE_MS } from "./browser.ts";
import { Cut } from "./cut.ts";
import { Words, type Language } from "./words.ts";

declare global {
  interface Window {
    /** What was shown for a while: names of reactions, texts of notes. */
    fleeting: Set<string>;
  }
}

/** Runs in the page before anything else: notes what goes away by itself, perhaps before anybody asks for it. */
function note(): void {
  window.fleeting = new Set();
  new MutationObserver(() => {
    for (const each of document.querySelectorAll<HTMLElement>(".toast, .note, .notice, [aria-live], [data-reaction]")) window.fleeting.add((each.dataset["reaction"] ?? each.textContent).replace(/\s+/g, " "));
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Spaces are of several kinds. */
export const plain = (text: string) => text.replace(/\s+/g, " ");

export class Company {
  readonly browser: Browser;
  readonly base: string;
  readonly words: Words;
  /** What went wrong on any of their pages. */
  readonly errors: string[] = [];
  readonly #language: Language;
  readonly #folder: string | undefined;

  private constructor(browser: Browser, base: string, language: Language, folder: string | undefined) {
    this.browser = browser;
    this.base = base;
    this.words = new Words(language, "push");
    this.#language = language;
    this.#folder = folder;
  }

  /** With a folder, pictures go there. */
  static async meet(base: string, language: Language, folder?: string): Promise<Company> {
    return new Company(await launch(), base, language, folder);
  }

  async come(width: number, height: number, more: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({ locale: this.#language, viewport: { width, height }, hasTouch: true, reducedMotion: "reduce", ...more });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(note);
    return this.watch(await context.newPage());
  }

  watch(page: Page): Page {
    page.on("pageerror", (error) => this.errors.push(error.stack ?? error.message));
    return page;
  }

  /** Ask the server as the person does whose page this is. */
  async ask<T>(page: Page, path: string, body: unknown): Promise<T> {
    const answer = await page.request.post(`${this.base}/api/${path}`, { data: body });
    assert(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async picture(page: Page, name: string): Promise<void> {
    if (this.#folder) await page.screenshot({ path: `${this.#folder}/${name}.png` });
  }

  says(page: Page, key: string, about: Readonly<Record<string, unknown>> = {}): Locator {
    return page.getByText(this.words.say(key, about)).first();
  }

  /** Wait until this was shown, though it may be gone by now: a reaction by its name, a note by a part of its text. */
  async showed(page: Page, what: string): Promise<void> {
    await page.waitForFunction((part) => [...window.fleeting].some((each) => each.includes(part)), plain(what));
  }

  /** All that was shown for a while, in plain text. */
  async fleeting(page: Page): Promise<string> {
    return plain((await page.evaluate(() => [...window.fleeting])).join("\n"));
  }

  button(page: Page, key: string, about: Readonly<Record<string, unknown>> = {}): Locator {
    return page.getByRole("button", { name: this.words.say(key, about) }).first();
  }
}

/** What such a script begins with: the people and server of its command line, a connection between Max and the server that can be cut, and
 * the company's own ways to look and ask, by themselves. Pictures are named after the script. */
export async function opened(script: string) {
  const [base, language, folder] = process.argv.slice(2) as [string, Language, string?];
  const company = await Company.meet(base, language, folder);
  return {
    base,
    folder,
    company,
    cut: await Cut.before(base),
    says: company.says.bind(company),
    button: company.button.bind(company),
    showed: company.showed.bind(company),
    ask: <T>(page: Page, path: string, body: unknown) => company.ask<T>(page, path, body),
    picture: (page: Page, name: string) => company.picture(page, `${script}-${name}`),
  };
}

/** The bar that tells of a lost connection lies above the status, not over it. */
export async function leavesStatusInSight(page: Page): Promise<void> {
  const [bar, status] = await Promise.all([page.locator(".bar").boundingBox(), page.locator(".status").first().boundingBox()]);
  assert(bar && status && bar.y + bar.height <= status.y, "the status is covered");
}
