// One catalogue feeds terminal and web: its TOML files become the modules `virtual:words/en`, `virtual:words/fr` and
// so on, and `virtual:languages` lists them. A language is known by its files: nothing else names it.
// A sentence that the code asks for and that is missing in one of the languages fails the build.
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "smol-toml";
import type { Plugin } from "vite";
import { french } from "../src/lib/i18n/spaces.ts";
import { HOME, partsOf, saidOn } from "./word_parts.ts";

const PACKAGE = resolve(import.meta.dirname, "../../src/cartable");
const PREFIX = "virtual:words/";
const LIST = "virtual:languages";
export const LANGUAGES: readonly string[] = readdirSync(join(PACKAGE, "words"))
  .filter((name) => name.endsWith(".toml"))
  .map((name) => name.slice(0, -".toml".length))
  .sort();
/** Sections for the terminal alone, the common ones and those of a game. */
const TERMINAL = ["command", "help", "play", "replay", "race", "verify"];
const GAME_TERMINAL = "terminal";
/** A key written out in the code: `say("web.home.title")`. */
const ASKED = /\bsay\(\s*"([^"]+)"/g;

export interface Tree {
  [key: string]: Tree | string;
}

export const GAMES: readonly string[] = readdirSync(join(PACKAGE, "games"), { withFileTypes: true })
  .filter((each) => each.isDirectory() && /^[a-z]/.test(each.name))
  .map(({ name }) => name)
  .sort();

export function files(language: string): [game: string, path: string][] {
  const own = GAMES.map((game): [string, string] => [game, join(PACKAGE, "games", game, "text", `words.${language}.toml`)]);
  return [["", join(PACKAGE, "words", `${language}.toml`)], ...own.filter(([, path]) => existsSync(path))];
}

export function catalogue(language: string): Tree {
  const tree: Tree = {};
  for (const [game, path] of files(language)) {
    const words = parse(readFileSync(path, "utf8")) as Tree;
    if (game) tree[game] = Object.fromEntries(Object.entries(words).filter(([key]) => key !== GAME_TERMINAL));
    else for (const [key, value] of Object.entries(words)) if (!TERMINAL.includes(key)) tree[key] = value;
  }
  return (tree["grammar"] as Tree | undefined)?.["spaces"] === "french" ? spaced(tree) : tree;
}

function spaced(tree: Tree): Tree {
  const entries = Object.entries(tree).map(([key, node]) => [key, typeof node === "string" ? french(node) : spaced(node)] as const);
  return Object.fromEntries(entries);
}

function at(tree: Tree, key: string): Tree | string | undefined {
  let node: Tree | string | undefined = tree;
  for (const part of key.split(".")) node = typeof node === "object" ? node[part] : undefined;
  return node;
}

/** Every language by its tag: what it calls itself, how its catalogue is loaded, and what is said when that does not come. */
function listed(): string {
  const each = LANGUAGES.map((language) => {
    const tree = catalogue(language);
    const name = JSON.stringify(tree["language"] ?? language);
    const missing = JSON.stringify({ text: at(tree, "web.problem-part"), reload: at(tree, "web.table.reload") });
    return `${JSON.stringify(language)}: { name: ${name}, missing: ${missing}, load: () => import("${PREFIX}${language}") }`;
  });
  return `export default { ${each.join(", ")} };`;
}

export function words(): Plugin {
  let known: readonly (readonly [language: string, tree: Tree])[] = [];
  return {
    name: "cartable-words",
    enforce: "pre",
    buildStart() {
      known = LANGUAGES.map((language) => [language, catalogue(language)] as const);
    },
    resolveId: (id) => (id.startsWith(PREFIX) || id === LIST ? `\0${id}` : null),
    load(id) {
      if (id === `\0${LIST}`) return listed();
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const language = id.slice(PREFIX.length + 1);
      for (const [, path] of files(language)) this.addWatchFile(path);
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(catalogue(language)))});`;
    },
    generateBundle() {
      const found = new Map([HOME, ...GAMES].map((page) => [page, saidOn(page, (id) => this.getModuleInfo(id))]));
      for (const [language, tree] of known)
        for (const [page, part] of partsOf(tree, GAMES, (each) => found.get(each)!)) {
          const lacking = [...found.get(page)!].filter((key) => JSON.stringify(at(part, key)) !== JSON.stringify(at(tree, key)));
          if (lacking.length) this.error(`the page of ${page} lacks what is said there: ${lacking.join(", ")}`);
          this.emitFile({ type: "asset", fileName: `words/${language}-${page}.json`, source: JSON.stringify(part) });
        }
    },
    transform(code, id) {
      if (!/[\\/]web[\\/]src[\\/].*\.(ts|svelte)$/.test(id.split("?")[0]!)) return null;
      for (const [, key] of code.matchAll(ASKED))
        for (const [language, tree] of known)
          if (typeof at(tree, key!) !== "string") this.error(`no sentence "${key!}" in ${language}`);
      return null;
    },
  };
}
