// The catalogue of the present language: only that one is loaded. The server writes what a table needs of it into the page.
import languages from "virtual:languages";
import { gameOfPage } from "../routes.ts";
import { settings, type Language } from "../stores/settings.svelte.ts";
import { arrived } from "../ui/arrived.svelte.ts";
import { Teller, type Tree } from "./teller.ts";

const PART = 'script[type="application/json"]';

/** What the page has of a language: for the game of its table, or for the first page. */
function inPage(language: Language): Tree | null {
  const found = document.querySelector(`${PART}[lang="${language}"]`);
  return found && (JSON.parse(found.textContent) as Tree);
}

class Words {
  /** The voice of the page, without a table. Null until the first catalogue is here. */
  teller: Teller | null = $state.raw(null);
  /** All that is here is what the page has. */
  #part = $state(false);
  #whole = document.querySelector(PART) === null;

  async load(language: Language): Promise<void> {
    const part = this.#whole ? null : inPage(language);
    const tree = part ?? (await arrived(() => languages[language]!.load())).default;
    if (settings.language !== language || (part && this.#whole)) return;
    this.teller = new Teller(language, tree);
    this.#part = part !== null;
    document.documentElement.lang = language;
  }

  /** All of the catalogue: other pages, and tables of other games, need more than a part. */
  async whole(): Promise<void> {
    this.#whole = true;
    if (this.#part) await this.load(settings.language);
  }

  /** Have all of it fetched, but go on with what there is. */
  async fetchWhole(): Promise<void> {
    await languages[settings.language]!.load();
  }

  /** Is all of the catalogue here? */
  get complete(): boolean {
    return !this.#part;
  }

  /** Are the sentences of this game here, as far as they are said during a match? */
  knows(game: string): boolean {
    return !this.#part || gameOfPage() === game;
  }

  /** Are those of the first page here, or on their way? */
  knowsHome(): boolean {
    return this.knows("");
  }

  /** A sentence of the page. The root waits for the first catalogue, so there is always a voice. */
  say(key: string, values: Readonly<Record<string, unknown>> = {}): string {
    return this.teller!.say(key, values);
  }
}

export const words = new Words();
export const say = (key: string, values?: Readonly<Record<string, unknown>>): string => words.say(key, values);
