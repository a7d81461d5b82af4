// Beside each file the same packed with Brotli: smaller than what the server packs itself, and made once. Browsers take
// it over HTTPS.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

const SMALL = 1000;

export function packed(): Plugin {
  return {
    name: "cartable-packed",
    apply: "build",
    writeBundle({ dir }, bundle) {
      for (const { fileName } of Object.values(bundle)) {
        if (!/\.(?:js|css)$/.test(fileName)) continue;
        const body = readFileSync(join(dir!, fileName));
        if (body.length < SMALL) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
        writeFileSync(join(dir!, `${fileName}.br`), brotliCompressSync(body, { params }));
      }
    },
  };
}
