// What a device keeps, where it can keep nothing; and that each thing that may go wrong has a sentence.
import { expect, test } from "vitest";
import { catalogue, LANGUAGES } from "../build/words.ts";
import { find } from "../src/lib/i18n/teller.ts";
import { memoryDatabase, openDatabase } from "../src/offline/database.ts";
import type { Trouble } from "../src/offline/messages.ts";
import { unpacked } from "../src/offline/python.ts";

const bytes = (...all: number[]) => new Uint8Array(all);

test("names are read in their order, by how they begin; what is gone is gone", async () => {
  const kept = memoryDatabase();
  await kept.write([["lines/a/2", bytes(2)], ["lines/a/1", bytes(1)], ["lines/b/1", bytes(9)]], []);
  expect((await kept.readAll("lines/a/")).map(([name]) => name)).toEqual(["lines/a/1", "lines/a/2"]);
  await kept.write([["lines/a/1", bytes(7)]], ["lines/a/2", "never"]);
  expect(await kept.readAll("lines/a/")).toEqual([["lines/a/1", bytes(7)]]);
  expect(await kept.read("lines/a/2")).toBeUndefined();
});

test("where there is no database, opening it fails and does not hang", async () => {
  await expect(openDatabase()).rejects.toBeDefined();
});

test("an archive gives back the files that went into it", () => {
  const files: [string, number[]][] = [["a/b.pyc", [1, 2, 3]], ["empty", []], ["c", [255]]];
  const list = new TextEncoder().encode(JSON.stringify(files.map(([name, body]) => [name, body.length])));
  const head = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, list.length, true);
  const archive = bytes(...head, ...list, ...files.flatMap(([, body]) => body));
  expect([...unpacked(archive)].map(([name, body]) => [name, [...body]])).toEqual(files);
});

const TROUBLES: Readonly<Record<Trouble, true>> = { "no-python": true, "half-downloaded": true, "other-tab": true, "old-browser": true, "python-failed": true };

test.each(LANGUAGES)("whatever goes wrong has a sentence with a way on, in %s", (language) => {
  const told = [...Object.keys(TROUBLES).map((code) => `web.problem.${code}`), "web.offline.full", "web.offline.not-kept"].map((key) => find(catalogue(language), key));
  expect(told.every((sentence) => typeof sentence === "string" && sentence.split(" ").length > 8)).toBe(true);
  expect(new Set(told).size).toBe(told.length);
});
