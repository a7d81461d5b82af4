// Nearly all of some scripts is run before anybody can act. Browsers that know this hint compile all of such a file beside
// the page, while it is still coming; others would compile each function when it is first called, while somebody waits.
// See https://v8.dev/blog/explicit-compile-hints
import type { Plugin } from "vite";
import { GAMES } from "./parts.ts";

/** The board of a game that has none of its own is a file by itself. */
const RUN_AT_ONCE = ["core", "table", "PlainBoard", ...GAMES];
const HINT = "//# allFunctionsCalledOnLoad\n";

export function hinted(): Plugin {
  return {
    name: "cartable-hinted",
    apply: "build",
    generateBundle: {
      // The hint has to stand before everything else in the file.
      order: "post",
      handler(_, bundle) {
        for (const file of Object.values(bundle)) if (file.type === "chunk" && RUN_AT_ONCE.includes(file.name)) file.code = HINT + file.code;
      },
    },
  };
}
