// The typeface of the page: cut down to the letters that our languages and most names need, when the page is built. Its
// licence goes beside it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import subsetFont from "subset-font";
import type { Plugin, Rolldown } from "vite";

const PACKAGE = resolve(import.meta.dirname, "../node_modules/@fontsource-variable/bricolage-grotesque");
const SOURCE = `${PACKAGE}/files/bricolage-grotesque-latin-wght-normal.woff2`;
const MADE = resolve(import.meta.dirname, "../node_modules/.cartable/cartable-typeface.woff2");
const MOST_BYTES = 40_000;
const WEIGHTS = { wght: { min: 400, max: 800 } };

/** ASCII, Western letters, and the signs that sentences and numbers use. */
const ASCII = String.fromCodePoint(...Array.from({ length: 0x5f }, (_, at) => 0x20 + at));
const WESTERN = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŒßàáâãäåæçèéêëìíîïñòóôõöøùúûüÿœ";
const SIGNS = "\u00a0\u202f«»‘’“”¡¿°±·×−–…€";
const LETTERS = ASCII + WESTERN + SIGNS;

export function typeface(): Plugin {
  return {
    name: "cartable-typeface",
    async buildStart() {
      const made = await subsetFont(readFileSync(SOURCE), LETTERS, { targetFormat: "woff2", variationAxes: WEIGHTS });
      if (made.length > MOST_BYTES) this.error(`the typeface has ${made.length} bytes, more than ${MOST_BYTES}`);
      mkdirSync(dirname(MADE), { recursive: true });
      writeFileSync(MADE, made);
    },
    config: () => ({ resolve: { alias: { "cartable-typeface.woff2": MADE } } }),
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
