// The little language of sentences, as in words/template.py: {field}, {field:how} and {field:one|many}.

export type Values = Readonly<Record<string, unknown>>;
export type Ways = Readonly<Record<string, (value: never) => string>>;

export const MINUS = "\u2212";

/** Numbers below zero get a minus sign, not a hyphen. */
export function withMinus(value: unknown): string {
  return typeof value === "number" ? String(value).replace("-", MINUS) : String(value);
}

const PLACEHOLDER = /\{(\w+)(?::([^{}]*))?\}/g;

export function fill(sentence: string, values: Values, ways: Ways, singular: (count: number) => boolean): string {
  return sentence.replace(PLACEHOLDER, (_, field: string, how: string | undefined) => {
    if (!(field in values)) throw new Error(`no value for {${field}} in "${sentence}"`);
    const value = values[field];
    if (how === undefined) return withMinus(value);
    if (how.includes("|")) {
      const [one, many] = how.split("|") as [string, string];
      if (typeof value === "boolean") return value ? one : many;
      const count = typeof value === "number" ? value : (value as string | readonly unknown[]).length;
      return (singular(count) ? one : many).replaceAll("#", withMinus(count));
    }
    const way = ways[how];
    if (!way) throw new Error(`no way of telling {${field}:${how}}`);
    return way(value as never);
  });
}
