// A file is asked for only when the page is there, and comes a round trip later. So for somebody who has never been here the server
// writes `core` into the page itself. Other parts import it by the name of its file: an import map leads them to a small
// file that hands on what the script in the page has left for it.
import type { Plugin, Rolldown } from "vite";

const EXPORTS = /export\{([^}]*)\};?\s*$/;
const TEXT = /(["'`])(?:\.\/)?([\w.-]+)\1/g;
/** What would end the element that the script stands in, or hide its end. */
const ENDS = /<(?=\/script|script|!--)/gi;
const LEFT = "self.cartable";
const FOLDER = "assets/";

export function inlined(): Plugin {
  return {
    name: "cartable-inlined",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const core = Object.values(bundle).find((each) => each.type === "chunk" && each.name === "core") as Rolldown.OutputChunk;
        const [statement, list] = EXPORTS.exec(core.code) ?? this.error("core exports nothing");
        const exports = list!.split(",").map((each) => each.split(" as ") as [local: string, name: string]);
        if (core.imports.length) this.error(`core imports ${core.imports.join(", ")}, which would come a round trip later`);
        // Addresses count from the page there, and not from the folder of the scripts.
        const address = (text: string, quote: string, name: string) => (`${FOLDER}${name}` in bundle ? `${quote}./${FOLDER}${name}${quote}` : text);
        const code = core.code.slice(0, -statement.length).replace(TEXT, address);
        const script = `${code}${LEFT}=[${exports.map(([local]) => local).join()}];`.replace(ENDS, "\\x3c");
        const handing = core.fileName.replace("core", "inlined");
        const names = exports.map(([, name]) => [`_${name}`, `_${name} as ${name}`] as const);
        const handed = `const[${names.map(([local]) => local).join()}]=${LEFT};export{${names.map(([, each]) => each).join()}};`;
        this.emitFile({ type: "asset", fileName: handing, source: handed });
        this.emitFile({ type: "asset", fileName: "inline/core.js", source: script });
        this.emitFile({ type: "asset", fileName: "inline/map.json", source: JSON.stringify({ imports: { [`./${core.fileName}`]: `./${handing}` } }) });
      },
    },
  };
}
