import { beforeEach, expect, test } from "vitest";
import { forget, keep } from "../src/lib/keep.ts";
import { keepPace, ownPaces } from "../src/lib/paces.ts";
import type { PlaceInfo, TableInfo } from "../src/wire.gen.ts";

const me: PlaceInfo = { id: 0, name: "Zoé", kind: "human" };
const friend: PlaceInfo = { id: 1, name: "Malo", kind: "human" };
const ada: PlaceInfo = { id: 2, name: "Ada", kind: "bot", level: "match" };

function over(places: readonly PlaceInfo[], pace: unknown, phase: TableInfo["phase"] = "over"): TableInfo {
  return { game: "hexa", phase, places, settings: { paces: { hexa: pace, trio: 0.5 } } } as unknown as TableInfo;
}

beforeEach(() => forget("paces"));

test("whoever played alone against bots keeps how fast they have become, by game", () => {
  expect(ownPaces()).toEqual({});
  keepPace(over([me, ada], 1.25), 0);
  expect(ownPaces()).toEqual({ hexa: 1.25 });
  keepPace({ ...over([me, ada], 1.25), game: "trio" }, 0);
  expect(ownPaces()).toEqual({ hexa: 1.25, trio: 0.5 });
});

test("a pace that is not one's own is not kept", () => {
  keepPace(over([me, friend, ada], 1.25), 0);
  keepPace(over([friend, ada], 1.25), null);
  keepPace(over([me, { ...ada, level: "easy" }], 1.25), 0);
  keepPace(over([me, ada], 1.25, "playing"), 0);
  expect(ownPaces()).toEqual({});
});

test("what the server would refuse is never sent", () => {
  keep("paces", { hexa: 99, trio: "fast", push: 1 });
  expect(ownPaces()).toEqual({ push: 1 });
  keepPace(over([me, ada], 99), 0);
  expect(ownPaces()).toEqual({ push: 1 });
});
