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
/** Sections of which a page has only what is said there. */
const ONLY_SAID = ["web", "puzzle", "deal", "analysis"];
const NOT_IN_GAME = ["tutorial", "option", "idea", "slogan", "minutes", "begins", "begins-rule"];

/** Each part of a catalogue by its page, the first one or a table of a game: `said` tells which keys are said there. */
export function partsOf(tree: Tree, games: readonly string[], said: (page: string) => ReadonlySet<string>): readonly (readonly [page: string, part: Tree])[] {
  const known = games.filter((game) => game in tree);
  const only = (game: string, keys: readonly string[]) => [game, Object.fromEntries(Object.entries(tree[game] as Tree).filter(([key]) => keys.includes(key)))] as const;
  const home = without({ ...tree, ...Object.fromEntries(known.map((game) => only(game, SHOWN))) }, ONLY_SAID, said(HOME));
  const tables = known.map((game) => {
    const others = known.filter((other) => other !== game).map((other) => only(other, NAMED));
    const left = [...ONLY_SAID, ...NOT_IN_GAME.map((key) => `${game}.${key}`)];
    return [game, without({ ...tree, ...Object.fromEntries(others) }, left, said(game))] as const;
  });
  return [[HOME, home], ...tables];
}

/** Of these sections only what is said; all of a section whose keys are put together. */
function without(tree: Tree, sections: readonly string[], said: ReadonlySet<string>, before = "", left = false): Tree {
  const kept: Tree = {};
  for (const [name, node] of Object.entries(tree)) {
    const key = before + name;
    const less = (left || sections.includes(key)) && !said.has(key);
    if (typeof node === "object") {
      const inside = without(node, sections, said, `${key}.`, less);
      if (!less || Object.keys(inside).length) kept[name] = inside;
    } else if (!less) kept[name] = node;
  }
  return kept;
}

interface Imports {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

/** Other pages, the lobby and the result wait for all of the catalogue. */
const WHOLE = /src[\\/](?:pages[\\/]|table[\\/](?:Lobby|Result)|offline[\\/]ahead)/;
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
  read(`${SOURCE}/App.svelte`);
  read(`${SOURCE}/pages/${page === HOME ? HOME : "Table"}.svelte`);
  return said;
}
