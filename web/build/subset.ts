// Run as a thread of its own while everything else is built: cuts a typeface down to the letters that our languages and
// most names need. `workerData` is the file to read; the message is what became of it.
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import subsetFont from "subset-font";

const WEIGHTS = { wght: { min: 400, max: 800 } };

/** ASCII, Western letters, and the signs that sentences and numbers use. */
const ASCII = String.fromCodePoint(...Array.from({ length: 0x5f }, (_, at) => 0x20 + at));
const WESTERN = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŒßàáâãäåæçèéêëìíîïñòóôõöøùúûüÿœ";
const SIGNS = "\u00a0\u202f«»‘’“”¡¿°±·×−–…€";
const LETTERS = ASCII + WESTERN + SIGNS;

parentPort!.postMessage(await subsetFont(readFileSync(workerData as string), LETTERS, { targetFormat: "woff2", variationAxes: WEIGHTS }));
