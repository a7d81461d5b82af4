// The little language of sentences, as in words/template.py: {field}, {field:how}, {field:How} and {field:one|many}.

export type Values = Readonly<Record<string, unknown>>;
export type Ways = Readonly<Record<string, (value: never) => string>>;

export const MINUS = "\u2212";

/** Numbers below zero get a minus sign, not a hyphen. */
export function withMinus(value: unknown): string {
  return typeof value === "number" ? String(value).replace("-", MINUS) : String(value);
}

const PLACEHOLDER = /\{(\w+)(?::([^{}]*))?\}/g;

/** What a language asks of its sentences: which counts are singular, and what changes where two words meet. */
export interface Grammar {
  readonly singular: readonly number[];
  readonly joins: readonly { readonly before: string; readonly after: RegExp; readonly becomes: string }[];
}

/** A text and the value after it: "de " and "Agathe" are "d'Agathe". */
function joined(text: string, value: string, grammar: Grammar): string {
  for (const { before, after, becomes } of grammar.joins) {
    const head = text.slice(0, -before.length);
    const found = text.endsWith(before) && !/\p{L}$/u.test(head) ? after.exec(value) : null;
    if (found) return head + becomes + value.slice(found[0].length);
  }
  return text + value;
}

export function fill(sentence: string, values: Values, ways: Ways, grammar: Grammar): string {
  let [text, end] = ["", 0];
  for (const match of sentence.matchAll(PLACEHOLDER)) {
    const [whole, field, how] = match as unknown as [string, string, string | undefined];
    if (!(field in values)) throw new Error(`no value for {${field}} in "${sentence}"`);
    text = joined(text + sentence.slice(end, match.index), told(values[field], how, ways, grammar), grammar);
    end = match.index + whole.length;
  }
  return text + sentence.slice(end);
}

function told(value: unknown, how: string | undefined, ways: Ways, grammar: Grammar): string {
  if (how === undefined) return withMinus(value);
  if (how.includes("|")) {
    const [one, many] = how.split("|") as [string, string];
    if (typeof value === "boolean") return value ? one : many;
    const count = typeof value === "number" ? value : (value as string | readonly unknown[]).length;
    return (grammar.singular.includes(Math.abs(count)) ? one : many).replaceAll("#", withMinus(count));
  }
  const name = how.slice(0, 1).toLowerCase() + how.slice(1);
  const way = ways[name];
  if (!way) throw new Error(`no way of telling :${how}`);
  const text = way(value as never);
  return name === how ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}
