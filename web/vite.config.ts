import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { first } from "./build/first.ts";
import { packed } from "./build/packed.ts";
import { service } from "./build/service.ts";
import { typeface } from "./build/typeface.ts";
import { words } from "./build/words.ts";

const GAMES = readdirSync(resolve(import.meta.dirname, "src/games"), { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name);

export default defineConfig({
  plugins: [first(), typeface(), words(), svelte(), service(), packed()],
  // Addresses are relative to <base>, which the server sets: the table may live under a sub-path.
  base: "./",
  build: {
    outDir: "../src/cartable/web",
    emptyOutDir: true,
    target: ["safari16.4", "firefox114", "chrome111"],
    modulePreload: { polyfill: false },
    // The server reads there what to have fetched at once for which page.
    manifest: "manifest.json",
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    // Few files: on a slow line every round trip counts more than what another page would not have needed.
    cssCodeSplit: false,
    rolldownOptions: {
      checks: { bundlerTimings: false }, // `make play` is no place to read about plugins
      output: {
        codeSplitting: {
          // A group takes what its modules import as well. So what a running match needs goes before what it does not:
          // else a part that both have would drag the lobby and the result into the first load.
          groups: [
            { name: "core", test: /node_modules|rolldown[\\/:]runtime|virtual:languages|src[\\/](?:lib|App|main|wire)/, priority: 3 },
            { name: "table", test: /src[\\/](?:table[\\/](?!PlainBoard|Lobby|Options|Share|Result|Standing|points)|pages[\\/]Table)/, priority: 2 },
            // The evening's tally stands in the lobby and below a result: neither needs all of the other.
            { name: "evening", test: /src[\\/]lobby[\\/](?:TallyLine|evening)/, priority: 2 },
            { name: "lobby", test: /src[\\/]table[\\/](?:Lobby|Options|Share)/, priority: 1 },
            { name: "result", test: /src[\\/](?:table[\\/](?:Result|Standing|points)|replay[\\/](?:lag|LagTable|film))/, priority: 1 },
            { name: "tv", test: /src[\\/](?:tv[\\/]|pages[\\/]Tv)/, priority: 1 },
            { name: "rules", test: /src[\\/]rules/, priority: 1 },
            ...GAMES.map((game) => ({ name: game, test: new RegExp(`src[\\\\/]games[\\\\/]${game}[\\\\/](?!tutorial|figures)`) })),
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } } },
});
