// The styles of what somebody sees first stand in the page itself. Those of other parts come with them, as files; of a game
// at a table the server links them.
import type { Plugin, Rolldown } from "vite";

const SCRIPT = /<script type="module"[^>]*><\/script>/;

export function styles(): Plugin {
  let first = "";
  return {
    name: "cartable-styles",
    apply: "build",
    generateBundle: {
      order: "pre",
      handler(_, bundle) {
        const core = Object.values(bundle).find((each) => each.type === "chunk" && each.name === "core") as Rolldown.OutputChunk;
        const files = core.viteMetadata!.importedCss;
        first = [...files].map((file) => String((bundle[file] as Rolldown.OutputAsset).source)).join("");
        if (!first) this.error("core has no styles");
        // They are no file any more: neither the page nor any part may ask for it.
        for (const file of files) Reflect.deleteProperty(bundle, file);
        files.clear();
      },
    },
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const [script] = SCRIPT.exec(html) ?? [];
        if (!script) throw new Error("no script in index.html");
        // At the end: then it is asked for on the connection that the page came by, when all of it is there. Another connection
        // would take a round trip more.
        const page = html.replace(script, "").replace("</body>", () => `${script}</body>`);
        return page.replace("</head>", () => `<style>${first}</style></head>`);
      },
    },
  };
}
