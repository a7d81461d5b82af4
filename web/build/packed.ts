// Beside each file the same packed with Brotli: smaller than what the server packs itself, and made once. Browsers take
// it over HTTPS.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

const SMALL = 1000;
const compressed = promisify(brotliCompress);

async function pack(file: string): Promise<void> {
  const body = readFileSync(file);
  if (body.length < SMALL) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  writeFileSync(`${file}.br`, await compressed(body, { params }));
}

export function packed(): Plugin {
  return {
    name: "cartable-packed",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      const names = Object.keys(bundle).filter((name) => /^(?!inline\/).*\.(?:js|css)$/.test(name));
      await Promise.all(names.map((name) => pack(join(dir!, name)))); // on all cores
    },
  };
}
