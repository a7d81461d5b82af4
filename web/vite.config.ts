import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { first } from "./build/first.ts";
import { hinted } from "./build/hinted.ts";
import { inlined } from "./build/inlined.ts";
import { packed } from "./build/packed.ts";
import { parts } from "./build/parts.ts";
import { service } from "./build/service.ts";
import { styles } from "./build/styles.ts";
import { typeface } from "./build/typeface.ts";
import { words } from "./build/words.ts";

const { plugin, groups } = parts();

export default defineConfig({
  plugins: [first(), styles(), typeface(), words(), plugin, svelte(), hinted(), inlined(), service(), packed()],
  // Addresses are relative to <base>, which the server sets: the table may live under a sub-path.
  base: "./",
  build: {
    outDir: "../src/cartable/web",
    emptyOutDir: true,
    target: ["safari16.4", "firefox121", "chrome111"],
    modulePreload: { polyfill: false },
    // The server reads there what to have fetched at once for which page.
    manifest: "manifest.json",
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: {
      checks: { bundlerTimings: false }, // `make play` is no place to read about plugins
      output: {
        codeSplitting: { groups },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } } },
});
