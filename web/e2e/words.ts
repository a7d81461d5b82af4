// The catalogue read backwards: what a name on the page says, in either language.
import { readFileSync } from "node:fs";
import { catalogue, LANGUAGES } from "../build/words.ts";
import { find, Teller, type Tree } from "../src/lib/i18n/teller.ts";

export type Language = string;
export type Groups = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{(\w+)(?::([^{}]*))?\}/g;

/** Names are compared with every kind of blank as one plain one. */
function plain(tree: Tree): Tree {
  const told = Object.entries(tree).map(([key, node]) => [key, typeof node === "string" ? node.replace(/\s+/g, " ") : plain(node)]);
  return Object.fromEntries(told) as Tree;
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** `{points:# point|# points}`: either form, and the number in it. */
function either(field: string, forms: string): string {
  const [one, many] = forms.split("|").map((form) => quoted(form).replace("#", `(?<${field}>[-−]?\\d+)`));
  return one!.includes("(?<") ? `(?:${one!}|${many!})` : `(?<${field}>${one!}|${many!})`;
}

/** Whether the page was built with this language. */
export const built = (language: Language): boolean => LANGUAGES.includes(language);

/** The sentences of a language: those of its files, or for one that was only made up those that CARTABLE_WORDS names. */
export function sentences(language: Language): Tree {
  return built(language) ? catalogue(language) : (JSON.parse(readFileSync(process.env["CARTABLE_WORDS"]!, "utf8")) as Tree);
}

export class Words {
  readonly language: Language;
  readonly game: string;
  readonly #tree: Tree;
  readonly #teller: Teller;
  readonly #patterns = new Map<string, RegExp>();

  constructor(language: Language, game: string) {
    this.language = language;
    this.game = game;
    this.#tree = plain(sentences(language));
    this.#teller = new Teller(language, this.#tree, game);
  }

  say(key: string, values: Readonly<Record<string, unknown>> = {}): string {
    return this.#teller.say(key, values);
  }

  own(key: string): string {
    return this.#teller.own(key);
  }

  /** What a card is called, for a list of cards. */
  called(cards: readonly string[]): ReadonlyMap<string, string> {
    return new Map(cards.map((card) => [this.#teller.card(card), card]));
  }

  /** The fields of a name that begins with this sentence of the game; null: it is another. */
  read(key: string, name: string): Groups | null {
    return this.#pattern(key).exec(name.replace(/\s+/g, " "))?.groups ?? null;
  }

  /** The word lists of cards are written with commas and an `and`. */
  list(text: string): readonly string[] {
    const [, and] = /\}(.*)\{/.exec(find(this.#tree, "and") as string)!;
    return text.split(and!).flatMap((part) => part.split(", "));
  }

  /** Every sentence of a section as a pattern: to tell whether a text is one of them. */
  isOf(section: string, text: string): boolean {
    const keys = Object.keys(find(this.#tree, `${this.game}.${section}`) as Tree);
    return keys.some((key) => this.read(`${section}.${key}`, text));
  }

  /** What a name looks like that begins with this sentence of the game. */
  pattern(key: string): RegExp {
    return new RegExp(this.#pattern(key).source.replaceAll(" ", "\\s"));
  }

  #pattern(key: string): RegExp {
    const known = this.#patterns.get(key);
    if (known) return known;
    const sentence = find(this.#tree, `${this.game}.${key}`);
    if (typeof sentence !== "string") throw new Error(`no sentence ${this.game}.${key}`);
    let [made, from] = ["", 0];
    const named = new Set<string>();
    for (const { 0: all, 1: field, 2: how, index } of sentence.matchAll(PLACEHOLDER)) {
      const last = index + all.length === sentence.length;
      // A field that stands twice is read once.
      const group = named.has(field!) ? "(?:" : `(?<${field!}>`;
      const read = how?.includes("|") ? either(field!, how).replaceAll(`(?<${field!}>`, group) : `${group}.+${last ? "" : "?"})`;
      named.add(field!);
      made += quoted(sentence.slice(from, index)) + read;
      from = index + all.length;
    }
    // The group that stands for nothing: without any group a match would look like none.
    const pattern = new RegExp(`^(?<all>)${made}${quoted(sentence.slice(from))}`);
    this.#patterns.set(key, pattern);
    return pattern;
  }
}
