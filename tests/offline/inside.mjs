// Run a Python module of the tests inside the WebAssembly build: `node inside.mjs ROOT STARTS MODULE [ARGUMENT...]`.
// The package is the one that the page gets; only the tests are read from the checkout. Python goes on from the memory of
// an earlier start, as it does in the page at every start but the first: so many times, each from the same memory.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const [root, starts, module, ...given] = process.argv.slice(2);
const { startPython } = await import(join(root, "web/src/offline/python.ts"));
const { gathered, spread } = await import(join(root, "web/src/offline/memory.ts"));
const built = `${root}/build/wasm/files/`;
const files = JSON.parse(readFileSync(`${built}files.json`, "utf8"));
const app = new Uint8Array(readFileSync(built + files.app));
const PACKAGE = "/lib/python3.14/site-packages/cartable";
const games = readdirSync(`${root}/src/cartable/games`).filter((name) => /^[a-z]+$/.test(name));
const ofGames = games.flatMap((game) => ["scenarios", "tests", "text"].map((part) => `games/${game}/${part}`));
const shown = [
  [`${root}/tests`, "/checkout/tests"],
  [`${root}/tools/pyodide/node_modules/pyodide`, "/whole"],
  // What checks and samples matches, and no page needs.
  ...["arena", "games/_template", "matches/scenarios", ...ofGames].map((name) => [`${root}/src/cartable/${name}`, `${PACKAGE}/${name}`]),
];
// What is no memory is refused, and the next start is none the worse for it.
const broken = await startPython(built, files, app, { memory: new Uint8Array(1000) }).then(() => true, () => false);
if (broken) throw new Error("Python goes on from what is no memory");
let memory;
await startPython(built, files, app, { keep: (kept) => (memory = spread(gathered(kept))) });
for (let start = 0; start < Number(starts); start++) {
  const python = await startPython(built, files, app, { memory });
  for (const [from, to] of shown) {
    python.FS.mkdirTree(to);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: from }, to);
  }
  python.runPython(`
import sys
sys.dont_write_bytecode = True
sys.path += ["/checkout", "/whole/python_stdlib.zip"]
`);
  python.pyimport(module).main(...given);
}
