// The server writes what is said at first into the page itself: on the first page, and at a table of one game while a match
// is on. What is said anywhere else would only make it longer; all of the catalogue comes later.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Tree } from "./words.ts";

const SOURCE = resolve(import.meta.dirname, "../src");
export const HOME = "Home";

/** What a game says of itself on the first page, and at tables of other games. */
const SHOWN = ["name", "slogan", "idea", "minutes"];
const NAMED = ["name"];
const NOT_AT_HOME = ["web.table", "web.lobby", "web.verify", "web.deal", "web.handicap", "web.result", "web.replay", "web.keys", "web.tutorial", "web.lag", "web.evening", "web.analysis", "web.tv", "web.rules", "web.puzzle", "puzzle", "deal", "analysis"];
const NOT_AT_TABLE = ["web.home", "web.lobby", "web.handicap", "web.option", "web.tagline", "web.tagline-here", "web.not-found", "web.minutes", "web.verify", "web.deal", "web.replay", "web.tutorial", "web.analysis", "web.tv", "web.puzzle", "puzzle", "deal", "analysis"];
const NOT_IN_GAME = ["tutorial", "option", "idea", "slogan", "minutes", "begins", "begins-rule"];

/** Each part of a catalogue by its page, the first one or a table of a game: `said` tells which keys are said there. */
export function partsOf(tree: Tree, games: readonly string[], said: (page: string) => ReadonlySet<string>): readonly (readonly [page: string, part: Tree])[] {
  const known = games.filter((game) => game in tree);
  const only = (game: string, keys: readonly string[]) => [game, Object.fromEntries(Object.entries(tree[game] as Tree).filter(([key]) => keys.includes(key)))] as const;
  const home = without({ ...tree, ...Object.fromEntries(known.map((game) => only(game, SHOWN))) }, NOT_AT_HOME, said(HOME));
  const tables = known.map((game) => {
    const others = known.filter((other) => other !== game).map((other) => only(other, NAMED));
    const left = [...NOT_AT_TABLE, ...NOT_IN_GAME.map((key) => `${game}.${key}`)];
    return [game, without({ ...tree, ...Object.fromEntries(others) }, left, said(game))] as const;
  });
  return [[HOME, home], ...tables];
}

/** Of these sections only what is said. */
function without(tree: Tree, sections: readonly string[], said: ReadonlySet<string>, before = "", left = false): Tree {
  const kept: Tree = {};
  for (const [name, node] of Object.entries(tree)) {
    const key = before + name;
    const less = left || sections.includes(key);
    if (typeof node === "object") {
      const inside = without(node, sections, said, `${key}.`, less);
      if (!less || Object.keys(inside).length) kept[name] = inside;
    } else if (!less || said.has(key)) kept[name] = node;
  }
  return kept;
}

interface Imports {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

/** Other pages, and the lobby, wait for all of the catalogue. */
const WHOLE = /src[\\/](?:pages[\\/]|table[\\/]Lobby|offline[\\/]ahead)/;
/** A key, or the beginning of one. */
const KEY = /["'`]((?:web|puzzle|deal|analysis)\.[\w.-]+)(\$\{)?/g;

/** The keys of sentences that are written in the scripts of a page, and the sections of those that are put together there. */
export function saidOn(page: string, info: (id: string) => Imports | null): ReadonlySet<string> {
  const said = new Set<string>();
  const seen = new Set<string>();
  const read = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const path = id.split("?")[0]!;
    if (path.startsWith(SOURCE) && /\.(ts|svelte)$/.test(path))
      for (const [, key, open] of readFileSync(path, "utf8").matchAll(KEY)) said.add(open ? key!.slice(0, key!.lastIndexOf(".")) : key!);
    const { importedIds = [], dynamicallyImportedIds = [] } = info(id) ?? {};
    for (const each of [...importedIds, ...dynamicallyImportedIds]) if (!WHOLE.test(each)) read(each);
  };
  read(`${SOURCE}/pages/${page === HOME ? HOME : "Table"}.svelte`);
  return said;
}
