// The rule books, read: headings, paragraphs, lists of numbered rules; bold, italics, notation and other rules' numbers.

export interface Span {
  readonly text: string;
  readonly as: "plain" | "strong" | "em" | "code" | "rule";
}

export interface Rule {
  /** `PUSH-12`; nothing for a plain item. */
  readonly id: string;
  /** B: printed. I: our reading. */
  readonly mark: string;
  readonly spans: readonly Span[];
}

export type Block =
  | { readonly kind: "text"; readonly spans: readonly Span[] }
  | { readonly kind: "rules"; readonly rules: readonly Rule[] };

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Sections without a numbered rule tell about the book itself. */
  readonly numbered: boolean;
}

export interface Book {
  readonly title: string;
  /** What stands before the first section. */
  readonly idea: readonly Block[];
  readonly sections: readonly Section[];
}

const RULE_ID = /^[A-Z]+-C?\d+$/;
const RULE = /^\*\*([A-Z]+-C?\d+)\*\* (?:\*\(([A-Z/]+)\)\* )?/;
const SPANS = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\b([A-Z]{2,}-C?\d+)\b/g;

export function spans(text: string): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(SPANS)) {
    if (match.index > from) found.push({ text: text.slice(from, match.index), as: "plain" });
    const [whole, strong, em, code, rule] = match;
    if (strong !== undefined) found.push({ text: strong, as: RULE_ID.test(strong) ? "rule" : "strong" });
    else if (em !== undefined) found.push({ text: em, as: "em" });
    else if (code !== undefined) found.push({ text: code, as: "code" });
    else found.push({ text: rule!, as: "rule" });
    from = match.index + whole.length;
  }
  if (from < text.length) found.push({ text: text.slice(from), as: "plain" });
  return found;
}

export function readBook(markdown: string): Book {
  let title = "";
  const idea: Block[] = [];
  const sections: { title: string; blocks: Block[]; numbered: boolean }[] = [];
  for (const part of markdown.trim().split(/\n{2,}/)) {
    const lines = part.split("\n");
    const [, level, heading] = /^(#+) (.*)$/.exec(lines[0]!) ?? [];
    if (level === "#") title = heading!;
    else if (level) sections.push({ title: heading!, blocks: [], numbered: false });
    const body = level ? lines.slice(1) : lines;
    if (!body.length) continue;
    const block = readBlock(body);
    const section = sections.at(-1);
    (section?.blocks ?? idea).push(block);
    if (section && block.kind === "rules" && block.rules.some((rule) => rule.id)) section.numbered = true;
  }
  return { title, idea, sections };
}

function readBlock(lines: readonly string[]): Block {
  if (!lines[0]!.startsWith("- ")) return { kind: "text", spans: spans(lines.join(" ")) };
  const items: string[] = [];
  for (const line of lines) {
    if (line.startsWith("- ")) items.push(line.slice(2));
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  return { kind: "rules", rules: items.map(readRule) };
}

function readRule(item: string): Rule {
  const found = RULE.exec(item);
  return { id: found?.[1] ?? "", mark: found?.[2] ?? "", spans: spans(item.slice(found?.[0].length ?? 0)) };
}
