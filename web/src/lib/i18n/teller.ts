// Telling a reader what happened, why not, and what things are called: the twin of words/tell.py.
import { fill, type Grammar, MINUS, type Values, type Ways } from "./template.ts";

export interface Tree {
  readonly [key: string]: Tree | string;
}

export interface GameEvent {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** Does it only say whose turn it is? Such events are named alike in every game: nobody did anything. */
export const saysWhoseTurn = (event: GameEvent): boolean => event.event.startsWith("turn-");

export interface Refusal {
  readonly code?: string;
  readonly rule?: string;
  readonly about?: Values;
}

export function find(tree: Tree, key: string): Tree | string | undefined {
  let node: Tree | string | undefined = tree;
  for (const part of key.split(".")) node = typeof node === "object" && Object.hasOwn(node, part) ? node[part] : undefined;
  return node;
}

function table(node: Tree | string | undefined): Tree {
  return typeof node === "object" ? node : {};
}

const compiled = new Map<string, RegExp>();

/** The named parts of a text that is all of a pattern, which is written as Python writes it. */
function groups(pattern: string, text: string): Record<string, string> | null {
  const known = compiled.get(pattern) ?? new RegExp(`^(?:${pattern.replaceAll("(?P<", "(?<")})$`);
  compiled.set(pattern, known);
  const found = known.exec(text);
  return found && { ...found.groups };
}

function grammarOf(words: Tree): Grammar {
  const joins = Object.values(table(words["joins"])).map((each) => table(each) as Record<"before" | "after" | "becomes", string>);
  const singular = typeof words["singular"] === "string" ? words["singular"] : "1";
  return { singular: singular.split(" ").map(Number), joins: joins.map((each) => ({ ...each, after: new RegExp(`^(?:${each.after})`) })) };
}

/** One reader's voice: a language, and at a table the game, the players' names, and which of them the reader is. */
export class Teller {
  readonly language: string;
  readonly game: string;
  readonly #tree: Tree;
  readonly #names: readonly string[];
  readonly #reader: number | null;
  readonly #grammar: Grammar;
  readonly #ways: Ways;
  readonly #own: Ways = {
    player: (seat: number) => this.player(seat),
    players: (seats: readonly number[]) => this.joined(seats.map((seat) => this.player(seat))),
    card: (card: string) => this.card(card),
    cards: (cards: readonly string[]) => this.joined(cards.map((card) => this.card(card))),
    the: (cards: string | readonly string[]) => this.the(cards),
    cell: (cell: string) => this.#named("cell", cell),
    cells: (cells: readonly string[]) => this.joined(cells.map((cell) => this.#named("cell", cell))),
    place: (place: string) => this.#named("place", place),
    places: (places: readonly string[]) => this.joined(places.map((place) => this.#named("place", place))),
    word: (word: string) => this.word(word),
    words: (words: readonly string[]) => this.joined(words.map((word) => this.word(word)), "none"),
  };

  constructor(language: string, tree: Tree, game = "", names: readonly string[] = [], reader: number | null = null) {
    this.language = language;
    this.game = game;
    this.#tree = tree;
    this.#names = names;
    this.#reader = reader;
    this.#grammar = grammarOf(table(tree["grammar"]));
    const forms = Object.entries(table(find(tree, `${game}.forms`)));
    this.#ways = { ...Object.fromEntries(forms.map(([name, form]) => [name, (words: string | readonly string[]) => this.#form(table(form), words)])), ...this.#own };
  }

  /** The same voice at another table. */
  at(game: string, names: readonly string[], reader: number | null): Teller {
    return new Teller(this.language, this.#tree, game, names, reader);
  }

  /** What happened. The reader's own deeds have sentences of their own, and so has what happens to the reader alone; a
   *  table of one may too. */
  event(event: GameEvent): string {
    const key = `${this.game}.event.${event.event}`;
    const variants = [
      ...(this.#isReader(event["seat"]) ? ["-you"] : []),
      ...(this.#names.length === 1 ? ["-alone"] : []),
      ...Object.keys(event).filter((field) => this.#isReader(event[field])).map((field) => `-${field}-you`),
    ];
    return this.say(key + (variants.find((each) => this.has(key + each)) ?? ""), event);
  }

  /** Is it the reader's seat, or a list of it alone? */
  #isReader(who: unknown): boolean {
    const seats: readonly unknown[] = Array.isArray(who) ? who : [who];
    return this.#reader !== null && seats.length === 1 && seats[0] === this.#reader;
  }

  /** Why not, and by which rule: a rule of the game, or the table's own. */
  refusal(refused: Refusal): string {
    const code = refused.code ?? "";
    const own = `${this.game}.refusal.${code}`;
    const reason = this.has(own) ? own : this.has(`web.problem.${code}`) ? `web.problem.${code}` : "web.problem.other";
    const told = this.say(reason, { code, ...refused.about });
    return refused.rule && /\d/.test(refused.rule) ? this.say("refused", { reason: told, rule: refused.rule }) : `${told}.`;
  }

  has(key: string): boolean {
    return typeof find(this.#tree, key) === "string";
  }

  /** Are there sentences of this kind for the game? One that gives hints has some for them. */
  hasAny(kind: string): boolean {
    return typeof find(this.#tree, `${this.game}.${kind}`) === "object";
  }

  /** Any sentence of the catalogue. Written-out keys are checked by the build. */
  say(key: string, values: Values = {}): string {
    const sentence = find(this.#tree, key);
    if (typeof sentence !== "string") throw new Error(`no sentence "${key}" in ${this.language}`);
    return fill(sentence, values, this.#ways, this.#grammar);
  }

  /** A sentence of this game. */
  own(key: string, values: Values = {}): string {
    return this.say(`${this.game}.${key}`, values);
  }

  /** What something is. */
  told(what: string, how: string): string {
    return this.say("told", { what, how });
  }

  player(seat: number): string {
    return seat === this.#reader ? this.say("you") : (this.#names[seat] ?? "?");
  }

  /** What a card is called. */
  card(card: string): string {
    return this.#named("card", card);
  }

  /** A card, or several, with the article where the language has one. */
  the(cards: string | readonly string[]): string {
    if (typeof cards === "string") return this.#named("card", cards, "the");
    return this.joined(cards.map((card) => this.#named("card", card, "the")));
  }

  /** Where on a sheet or a grid: "orange, column 5", "top left". */
  cell(cell: string): string {
    return this.#named("cell", cell);
  }

  place(place: string): string {
    return this.#named("place", place);
  }

  /** An act in words: the first `move` of the game whose pattern is that of the written act. */
  move(act: string): string {
    for (const move of Object.values(table(find(this.#tree, `${this.game}.move`)))) {
      const { pattern, form } = table(move);
      const parts = typeof pattern === "string" ? groups(pattern, act) : null;
      if (parts && typeof form === "string") return fill(form, parts, this.#ways, this.#grammar);
    }
    return act;
  }

  /** Is this event told by the one after it? Then it needs no line of its own in the log. */
  toldBy(event: GameEvent, next: GameEvent | undefined): boolean {
    const by = find(this.#tree, `${this.game}.log.${event.event}`);
    return typeof by === "string" && next !== undefined && by.split(" ").includes(next.event) && next["seat"] === event["seat"];
  }

  /** What a card, a cell or a place is called: by a name of its own, or by the parts of its notation. */
  #named(kind: string, code: string, form = "form"): string {
    const words = table(find(this.#tree, `${this.game}.${kind}`));
    const name = table(words[`names-${form}`])[code] ?? table(words["names"])[code];
    if (typeof name === "string") return name;
    const parts = typeof words["pattern"] === "string" ? groups(words["pattern"], code) : null;
    if (!parts) return code;
    const told = Object.entries(parts).map(([part, value]) => [part, table(words[part])[value] ?? value.replace(/^-(?=\d)/, MINUS)]);
    return fill((words[form] ?? words["form"]) as string, Object.fromEntries(told) as Values, {}, this.#grammar);
  }

  word(word: string): string {
    const found = find(this.#tree, `${this.game}.word.${word}`);
    return typeof found === "string" ? found : word;
  }

  /** Words as a sentence needs them, by gender and number; one without such a form is told as it is. */
  #form(forms: Tree, words: string | readonly string[]): string {
    const one = (word: string) => (typeof forms[word] === "string" ? forms[word] : this.word(word));
    return typeof words === "string" ? one(words) : this.joined(words.map(one), "none");
  }

  joined(parts: readonly string[], empty = "nothing"): string {
    if (parts.length < 2) return parts[0] ?? this.say(empty);
    return this.say("and", { first: parts.slice(0, -1).join(", "), last: parts.at(-1) });
  }
}
