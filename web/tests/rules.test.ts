import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { GAMES } from "../build/words.ts";
import { readBook, spans } from "../src/rules/markdown.ts";

const FOLDERS = resolve(import.meta.dirname, "../../src/cartable/games");

test("what stands in a line", () => {
  expect(spans("Take **one** of `G5`, see PUSH-12 (*not* B).")).toEqual([
    { text: "Take ", as: "plain" },
    { text: "one", as: "strong" },
    { text: " of ", as: "plain" },
    { text: "G5", as: "code" },
    { text: ", see ", as: "plain" },
    { text: "PUSH-12", as: "rule" },
    { text: " (", as: "plain" },
    { text: "not", as: "em" },
    { text: " B).", as: "plain" },
  ]);
});

test("a book in pieces", () => {
  const book = readBook("# Game\n\nIdea.\n\n## One\n\n- **GAME-01** *(B)* First\n  goes on.\n- **GAME-02** *(B/I)* Second.\n\n## Notes\n\nText\nin lines.\n\n- plain");
  expect(book.title).toBe("Game");
  expect(book.idea).toEqual([{ kind: "text", spans: [{ text: "Idea.", as: "plain" }] }]);
  expect(book.sections.map(({ title, numbered }) => [title, numbered])).toEqual([["One", true], ["Notes", false]]);
  expect(book.sections[0]!.blocks[0]).toMatchObject({ rules: [{ id: "GAME-01", mark: "B", spans: [{ text: "First goes on." }] }, { id: "GAME-02", mark: "B/I" }] });
});

test.each(["en", "fr"])("every rule of every book is found, in %s", (language) => {
  for (const game of GAMES) {
    const text = readFileSync(resolve(FOLDERS, game, `text/rules.${language}.md`), "utf8");
    const wanted = [...text.matchAll(/^- \*\*([A-Z]+-C?\d+)\*\*/gm)].map(([, id]) => id);
    const found = readBook(text).sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "rules" ? block.rules : []))).filter(({ id }) => id);
    expect(found.map(({ id }) => id)).toEqual(wanted);
    for (const { id, mark, spans: parts } of found) expect([id, mark, parts.some(({ text: part }) => /[*`]|\]\(/.test(part))]).toEqual([id, expect.stringMatching(/^[BI/]+$/), false]);
    expect(text).not.toMatch(/^(\d+\.|>|\||```|###)/m);
  }
});
