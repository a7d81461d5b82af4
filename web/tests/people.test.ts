import { beforeEach, describe, expect, test } from "vitest";
import { contrast, difference, lab, SIGHT } from "../src/lib/look/difference.ts";
import { FACES } from "../src/lib/people/faces.ts";
import { anyFace, BOT_FACES, faceOf, keepFace, ownFace, PEOPLE_FACES, SEATS } from "../src/lib/people/people.ts";

describe.each(Object.keys(SIGHT))("%s sight", (sight) => {
  test("the colours of the seats are told apart", () => {
    for (const [at, one] of SEATS.entries())
      for (const other of SEATS.slice(at + 1)) {
        const far = difference(lab(one.colour, SIGHT[sight]), lab(other.colour, SIGHT[sight]));
        expect(far, `${one.colour} and ${other.colour}`).toBeGreaterThanOrEqual(15);
      }
  });
});

test("what is drawn upon a seat's colour is seen, and every seat has its shape", () => {
  for (const { colour, upon } of SEATS) expect(contrast(colour, upon), colour).toBeGreaterThanOrEqual(4.2);
  expect(new Set(SEATS.map(({ shape }) => shape)).size).toBe(6);
});

test("every face is drawn, and no name is longer than the server takes", () => {
  expect(Object.keys(FACES).sort()).toEqual([...PEOPLE_FACES, ...BOT_FACES].sort());
  for (const name of Object.keys(FACES)) expect(name).toMatch(/^[a-z]{1,16}$/);
});

describe("a face", () => {
  beforeEach(() => localStorage.clear());

  test("is the one that was chosen", () => {
    expect(faceOf({ name: "Zoé", face: "owl" })).toBe("owl");
  });
  test("is by the name for who has chosen none, or one that nobody draws", () => {
    expect(faceOf({ name: "Zoé" })).toBe(faceOf("Zoé"));
    expect(faceOf({ name: "Zoé", face: "dragon" })).toBe(faceOf("Zoé"));
    expect(PEOPLE_FACES).toContain(faceOf("Zoé"));
  });
  test("of a bot is a robot", () => {
    for (const name of ["Ada", "Max", "Lin"]) expect(BOT_FACES).toContain(faceOf({ name, kind: "bot" }));
  });
  test("is kept on the device", () => {
    expect(PEOPLE_FACES).toContain(anyFace());
    expect(ownFace()).toBe("");
    keepFace("frog");
    expect(ownFace()).toBe("frog");
  });
});
