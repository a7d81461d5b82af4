// The typeface of the page, cut down to what it needs (`subset.ts`) when the page is built. Its licence goes beside it.
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type { Plugin, Rolldown } from "vite";

const PACKAGE = resolve(import.meta.dirname, "../node_modules/@fontsource-variable/bricolage-grotesque");
const SOURCE = `${PACKAGE}/files/bricolage-grotesque-latin-wght-normal.woff2`;
const NAME = "cartable-typeface.woff2";
const MADE = resolve(import.meta.dirname, `../node_modules/.cartable/${NAME}`);
const MOST_BYTES = 40_000;

async function make(): Promise<number> {
  const [made] = (await once(new Worker(resolve(import.meta.dirname, "subset.ts"), { workerData: SOURCE }), "message")) as [Uint8Array];
  mkdirSync(dirname(MADE), { recursive: true });
  writeFileSync(MADE, made);
  return made.length;
}

export function typeface(): Plugin {
  let made: Promise<number>;
  return {
    name: "cartable-typeface",
    buildStart() {
      made = make();
    },
    transform: {
      order: "pre",
      filter: { code: NAME },
      // The styles that name it are the first to need it.
      async handler() {
        const bytes = await made;
        if (bytes > MOST_BYTES) this.error(`the typeface has ${bytes} bytes, more than ${MOST_BYTES}`);
      },
    },
    config: () => ({ resolve: { alias: { [NAME]: MADE } } }),
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const file = Object.keys(bundle).find((name) => name.endsWith(".woff2")) ?? this.error("no typeface in the build");
        this.emitFile({ type: "asset", fileName: file.replace(/[^/]+$/, "OFL.txt"), source: readFileSync(`${PACKAGE}/LICENSE`) });
        const page = bundle["index.html"] as Rolldown.OutputAsset;
        // The styles stand in the page, from which addresses count differently than from a file of styles.
        const name = file.split("/").at(-1)!;
        const html = String(page.source).replace(new RegExp(`url\\(["']?[^"')]*${name}["']?\\)`), () => `url(./${file})`);
        if (!html.includes(`url(./${file})`)) this.error("the styles do not ask for the typeface");
        page.source = html;
      },
    },
  };
}
