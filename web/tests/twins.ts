// What Python says, said again in TypeScript: tests/web/test_twins.py feeds it and compares. Run by Node itself.
import { Teller, type GameEvent, type Refusal, type Tree } from "../src/lib/i18n/teller.ts";
import type { Values } from "../src/lib/i18n/template.ts";
import { apply } from "../src/lib/net/patch.ts";
import { hex, sha256, utf8 } from "../src/lib/sha256.ts";

interface Told {
  game: string;
  language: string;
  names: string[];
  reader: number | null;
  events: GameEvent[];
  refusals: Refusal[];
  cards: string[];
  moves: string[];
}

/** Any sentences of the catalogue, with what fills them in. */
interface Said {
  language: string;
  names: string[];
  sentences: [game: string, key: string, values: Values][];
}

interface Given {
  words: Record<string, Tree>;
  told: Told[];
  said: Said[];
  patches: [old: unknown, patch: unknown][];
  hashed: string[];
}

let text = "";
process.stdin.setEncoding("utf8"); // or a letter of two bytes is torn where a part ends
for await (const part of process.stdin) text += String(part);
const given = JSON.parse(text) as Given;

const told = given.told.map((each) => {
  const teller = new Teller(each.language, given.words[each.language]!, each.game, each.names, each.reader);
  return {
    events: each.events.map((event) => teller.event(event)),
    refusals: each.refusals.map((refused) => teller.refusal(refused)),
    cards: each.cards.map((card) => teller.card(card)),
    moves: each.moves.map((act) => teller.move(act)),
  };
});
const said = given.said.map(({ language, names, sentences }) => {
  const teller = new Teller(language, given.words[language]!);
  return sentences.map(([game, key, values]) => teller.at(game, names, null).say(key, values));
});
const patched = given.patches.map(([old, patch]) => apply(old, patch));
const hashed = given.hashed.map((each) => hex(sha256(utf8(each))));
process.stdout.write(JSON.stringify({ told, said, patched, hashed }));
