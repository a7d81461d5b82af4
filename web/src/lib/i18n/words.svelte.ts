// The catalogue of the present language: only that one is loaded.
import languages from "virtual:languages";
import { settings, type Language } from "../stores/settings.svelte.ts";
import { Teller } from "./teller.ts";

class Words {
  /** The voice of the page, without a table. Null until the first catalogue is here. */
  teller: Teller | null = $state.raw(null);

  async load(language: Language): Promise<void> {
    const { default: tree } = await languages[language]!.load();
    if (settings.language !== language) return;
    this.teller = new Teller(language, tree);
    document.documentElement.lang = language;
  }

  /** A sentence of the page. The root waits for the first catalogue, so there is always a voice. */
  say(key: string, values: Readonly<Record<string, unknown>> = {}): string {
    return this.teller!.say(key, values);
  }
}

export const words = new Words();
export const say = (key: string, values?: Readonly<Record<string, unknown>>): string => words.say(key, values);
