import { expect, test } from "vitest";
import { catalogue } from "../build/words.ts";
import { find, Teller, type Tree } from "../src/lib/i18n/teller.ts";
import { LEARNER, lessonsOf, TAUGHT, tried } from "../src/tutorial/lessons.ts";

test.each(TAUGHT)("the lessons of %s can be played through, and everything in them told", async (game) => {
  const lessons = await lessonsOf(game);
  expect(lessons.length).toBeGreaterThan(0);
  for (const language of ["en", "fr"]) {
    const teller = new Teller(language, catalogue(language), game, ["Ann", "Zoé", "Max"], LEARNER);
    for (const [number, { moments }] of lessons.entries()) {
      for (const [at, moment] of moments.entries()) {
        const told = teller.has(`${game}.tutorial.${number + 1}-${at + 1}`);
        const mine = moment.move?.by === LEARNER;
        // Whatever is for the learner to do or to read has its sentence.
        if (mine || !moment.move) expect(`${number + 1}-${at + 1} ${told}`).toMatch(/true$/);
        for (const event of moment.events ?? []) teller.event(event);
        for (const events of Object.values(moment.would ?? {})) for (const event of events) teller.event(event);
        for (const why of Object.values(moment.refused ?? {})) expect(teller.refusal(why)).toContain(why.rule);
        if (!mine) continue;
        expect(moment.legal).toContain(moment.move.act);
        expect(tried(moment, moment.move.act)).toEqual({ what: "right" });
        expect(tried(moment, "nonsense")).toEqual({ what: "unknown" });
        for (const act of moment.legal ?? []) expect(tried(moment, act).what).toBe(act === moment.move.act ? "right" : "instead");
      }
    }
  }
});

test.each(TAUGHT)("no sentence of %s is left over", async (game) => {
  const lessons = await lessonsOf(game);
  const keys = Object.keys(find(catalogue("en"), `${game}.tutorial`) as Tree);
  for (const key of keys) {
    const [lesson, at] = key.split("-").map(Number);
    expect(lessons[lesson! - 1]?.moments[at! - 1], key).toBeDefined();
  }
});

test("what a card was laid on goes without saying", () => {
  const moment = { view: {}, preview: null, move: { by: LEARNER, act: "lay 6-red-star same" } };
  expect(tried(moment, "lay 6-red-star same on 1-red-sun").what).toBe("right");
});
