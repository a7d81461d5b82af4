import { expect, test } from "vitest";
import { apply } from "../src/lib/net/patch.ts";

test("a plain value replaces", () => {
  expect(apply({ a: 1 }, [1, 2])).toEqual([1, 2]);
  expect(apply([1, 2], null)).toBe(null);
});

test("objects change key by key, and keys go", () => {
  const old = { a: 1, b: { c: [1, 2, 3] }, gone: true };
  const made = apply(old, { "~": { b: { "~": { c: { "~": { "1": 9 } } } }, d: "new" }, "-": ["gone"] });
  expect(made).toEqual({ a: 1, b: { c: [1, 9, 3] }, d: "new" });
  expect(old).toEqual({ a: 1, b: { c: [1, 2, 3] }, gone: true });
});

test("what did not change stays the very same", () => {
  const old = { a: { deep: [1] }, b: 1 };
  expect((apply(old, { "~": { b: 2 } }) as typeof old).a).toBe(old.a);
});
