// The catalogue of the present language: only that one is loaded. The server writes what a table needs of it into the page.
import languages from "virtual:languages";
import { gameOfPage } from "../routes.ts";
import { settings, type Language } from "../stores/settings.svelte.ts";
import { Teller, type Tree } from "./teller.ts";

/** What the page has of a language, for the game of its table. */
function inPage(language: Language): Tree | null {
  const found = document.querySelector(`script[type="application/json"][lang="${language}"]`);
  return found && (JSON.parse(found.textContent) as Tree);
}

class Words {
  /** The voice of the page, without a table. Null until the first catalogue is here. */
  teller: Teller | null = $state.raw(null);
  /** All that is here is what a table of this game needs; empty: all of the catalogue is here. */
  #only = $state("");
  #whole = gameOfPage() === "";

  async load(language: Language): Promise<void> {
    const part = this.#whole ? null : inPage(language);
    const tree = part ?? (await languages[language]!.load()).default;
    if (settings.language !== language || (part && this.#whole)) return;
    this.teller = new Teller(language, tree);
    this.#only = part ? gameOfPage() : "";
    document.documentElement.lang = language;
  }

  /** All of the catalogue: other pages, and tables of other games, need more than a part. */
  async whole(): Promise<void> {
    this.#whole = true;
    if (this.#only) await this.load(settings.language);
  }

  /** Have all of it fetched, but go on with what there is. */
  async fetchWhole(): Promise<void> {
    await languages[settings.language]!.load();
  }

  /** Are the sentences of this game here? */
  knows(game: string): boolean {
    return !this.#only || this.#only === game;
  }

  /** A sentence of the page. The root waits for the first catalogue, so there is always a voice. */
  say(key: string, values: Readonly<Record<string, unknown>> = {}): string {
    return this.teller!.say(key, values);
  }
}

export const words = new Words();
export const say = (key: string, values?: Readonly<Record<string, unknown>>): string => words.say(key, values);
