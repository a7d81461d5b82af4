// src/first.ts becomes a script in the page itself, which runs before any file has been asked for. The server allows it by
// its hash.
import { resolve } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

const TAG = '<script type="module" src="./src/first.ts"></script>';
const ENTRY = resolve(import.meta.dirname, "../src/first.ts");

export function first(): Plugin {
  return {
    name: "cartable-first",
    apply: "build",
    transformIndexHtml: {
      order: "pre",
      async handler(html) {
        if (!html.includes(TAG)) throw new Error(`no ${TAG} in index.html`);
        const made = (await build({
          configFile: false,
          logLevel: "warn",
          build: { write: false, lib: { entry: ENTRY, formats: ["iife"], name: "first" } },
        })) as Rolldown.RolldownOutput[];
        return html.replace(TAG, () => `<script>${made[0]!.output[0].code.trim()}</script>`);
      },
    },
  };
}
