// Which files the scripts are built into. Few: on a slow connection every round trip counts. What somebody needs for their first
// act at a table is apart from everything else: `core` and `table`, and a file for each game.
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";

const SOURCE = resolve(import.meta.dirname, "../src");
export const GAMES = readdirSync(`${SOURCE}/games`, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name);

const COMMON = /node_modules|rolldown[\\/:]runtime|virtual:languages|src[\\/](?:lib|App|main|wire)/;
const TABLE = /src[\\/](?:table[\\/]|pages[\\/]Table)/;
const SHARED = /src[\\/](?:lib|offline[\\/]Starting|games[\\/](?:\w+[\\/])?pictures|tutorial[\\/]lessons)/;
/** Of the library only the lobby needs it. */
const LATER = /svelte[\\/]src[\\/].*[\\/]bindings[\\/]select/;
/** Those of `core` stand in the page itself (styles.ts). */
const STYLES = /\.css$/;

export function parts(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  /** What a table imports; for each module of a board by how many games. */
  const table = new Set<string>();
  const games = new Map<string, number>();
  const home = new Set<string>();
  const first = (id: string): boolean => table.has(id) || (games.get(id) ?? 0) > 1 || !id.startsWith(SOURCE);
  const plugin: Plugin = {
    name: "cartable-parts",
    apply: "build",
    buildEnd() {
      const reach = (id: string, seen: Set<string>): void => {
        if (seen.has(id)) return;
        seen.add(id);
        for (const each of this.getModuleInfo(id)?.importedIds ?? []) reach(each, seen);
      };
      for (const root of ["main.ts", "pages/Table.svelte"]) reach(`${SOURCE}/${root}`, table);
      reach(`${SOURCE}/pages/Home.svelte`, home);
      for (const game of GAMES) {
        const own = new Set<string>();
        for (const root of ["Board.svelte", "voice.ts"]) reach(`${SOURCE}/games/${game}/${root}`, own);
        for (const id of own) games.set(id, (games.get(id) ?? 0) + 1);
      }
    },
  };
  // A group takes what its modules import as well. So what a running match needs goes before what it does not: else a part
  // that both have would drag the lobby and the result into the first load.
  // The pictures of all games are shown in the lobby: they must not bring their boards along.
  const groups: Rolldown.CodeSplittingGroup[] = [
    { name: "core", test: (id) => (STYLES.test(id) || (COMMON.test(id) && !LATER.test(id))) && first(id), priority: 4 },
    { name: "table", test: (id) => TABLE.test(id) && first(id), priority: 3 },
    ...GAMES.map((game) => ({ name: game, test: new RegExp(`src[\\\\/]games[\\\\/]${game}[\\\\/](?!tutorial|figures|pictures|Scene)`), priority: 2 })),
    // The evening's tally stands in the lobby and below a result: neither needs all of the other.
    { name: "evening", test: /src[\\/]lobby[\\/](?:TallyLine|evening)/, priority: 2 },
    // What the first page shares with others is apart from them; so it waits for nothing else.
    { name: "shared", test: (id) => SHARED.test(id) && home.has(id), priority: 2 },
    { name: "more", test: SHARED, priority: 1 },
    { name: "menu", test: /src[\\/]table[\\/](?:Menu|KeyHelp|Paused|TableCode)/ },
    { name: "lobby", test: /src[\\/]table[\\/](?:Lobby|Options|Share)/ },
    { name: "result", test: /src[\\/](?:table[\\/](?:Result|Standing|points)|replay[\\/](?:lag|LagTable|film))/ },
    { name: "tv", test: /src[\\/](?:tv[\\/]|pages[\\/]Tv)/ },
    { name: "rules", test: /src[\\/]rules/ },
  ];
  return { plugin, groups };
}
