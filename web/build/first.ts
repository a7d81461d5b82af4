// What stands in the page itself. src/first.ts becomes a script there, which runs before any file has been asked for (the
// server allows it by its hash); and the styles, which come while a slow connection would be idle.
import { resolve } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

const TAG = '<script type="module" src="./src/first.ts"></script>';
const SHEET = /<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/;
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
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const page = bundle["index.html"] as Rolldown.OutputAsset;
        const html = String(page.source);
        const [link, file] = SHEET.exec(html) ?? this.error("no stylesheet in index.html");
        const { source } = bundle[file!] as Rolldown.OutputAsset;
        // At the end of the head: what is to be fetched is known before it.
        page.source = html.replace(link, "").replace("</head>", () => `<style>${String(source)}</style></head>`);
        Reflect.deleteProperty(bundle, file!);
      },
    },
  };
}
