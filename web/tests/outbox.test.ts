import { beforeEach, expect, test } from "vitest";
import { Outbox } from "../src/lib/net/outbox.ts";

beforeEach(() => sessionStorage.clear());

test("acts are numbered on from what the server has", () => {
  const box = new Outbox("a");
  box.playing("m");
  box.welcomed(4);
  expect(box.add("draw", 3, 12.5)).toEqual({ t: "act", k: 5, act: "draw", saw: 3, c: 12.5 });
  expect(box.add("take 1", null, null)).toEqual({ t: "act", k: 6, act: "take 1" });
});

test("an act waits until it is answered", () => {
  const box = new Outbox("b");
  box.playing("m");
  const act = box.add("draw", 0, 1);
  expect(box.waiting).toEqual([act]);
  expect(box.answered(act.k)).toEqual(act);
  expect(box.answered(act.k)).toBeUndefined();
  expect(box.waiting).toEqual([]);
});

test("unanswered acts outlive the page, with their numbers", () => {
  const box = new Outbox("c");
  box.playing("m");
  box.welcomed(1);
  const first = box.add("draw", 0, 1);
  const second = box.add("take 1", 1, 2);
  const again = new Outbox("c");
  expect(again.waiting).toEqual([first, second]);
  again.welcomed(2);
  expect(again.waiting).toEqual([second]);
  expect(again.add("draw", 2, 3).k).toBe(4);
});

test("acts of another match will never be answered", () => {
  const box = new Outbox("d");
  box.playing("m");
  box.add("draw", 0, 1);
  box.playing("m");
  expect(box.waiting).toHaveLength(1);
  box.playing("another");
  expect(box.waiting).toEqual([]);
});
