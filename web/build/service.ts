// service.js at the root of the page: src/offline/service.ts with the names of all files of this build, and a version
// that changes with them.
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";
import { LANGUAGES } from "./words.ts";

const ENTRY = resolve(import.meta.dirname, "../src/offline/service.ts");
const PUBLIC = resolve(import.meta.dirname, "../public");

export function service(): Plugin {
  return {
    name: "cartable-service",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const page = (bundle["index.html"] as Rolldown.OutputAsset).source;
        const made = Object.keys(bundle).filter((name) => !/^(index\.html|manifest\.json|words\/.*|inline\/.*|assets\/inlined-.*)$|OFL\.txt$/.test(name));
        const files = [...made, ...readdirSync(PUBLIC)].map((name) => `./${name}`).sort();
        const version = createHash("sha256").update(JSON.stringify(files)).update(page).digest("hex").slice(0, 12);
        const output = (await build({
          configFile: false,
          logLevel: "warn",
          define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(version), LANGUAGES: JSON.stringify(LANGUAGES) },
          build: { write: false, lib: { entry: ENTRY, formats: ["iife"], name: "service" } },
        })) as Rolldown.RolldownOutput[];
        this.emitFile({ type: "asset", fileName: "service.js", source: output[0]!.output[0].code });
      },
    },
  };
}
