// The moments people remember: how long they last, that each is heard and felt, and that `your turn` waits.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Moments from "../src/lib/motion/Moments.svelte";
import { MOMENTS, moments, sounds, type Moment, type MomentKind } from "../src/lib/motion/moments.svelte.ts";

const felt = vi.hoisted(() => ({ cues: [] as string[], shakes: [] as number[][] }));
vi.mock("../src/lib/sound.ts", () => ({
  play: (cue: string) => felt.cues.push(cue),
  buzz: (pattern: number[]) => felt.shakes.push(pattern),
}));

const KINDS = Object.keys(MOMENTS) as MomentKind[];
const DRAWN = ["turn", "bust", "filled", "last"] as const;
/** No longer than that, and never in the way. */
const MOST_MS = 900;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = "";
  [felt.cues, felt.shakes] = [[], []];
});
afterEach(() => {
  moments.clear();
  vi.useRealTimers();
});

test("every moment is heard and felt, each in its own way, and soon over", () => {
  for (const kind of KINDS) sounds(kind);
  expect(new Set(felt.cues).size).toBe(KINDS.length);
  expect(felt.shakes.every((pattern) => pattern.length > 0)).toBe(true);
  for (const kind of KINDS) expect(MOMENTS[kind].lasts).toBeLessThanOrEqual(MOST_MS);
  for (const pattern of felt.shakes) expect(pattern.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(MOST_MS);
});

test.each(DRAWN)("%s is drawn, told to nobody twice, and gone when it is over", async (kind) => {
  const shown = mount(Moments, { target: document.body, props: { room: { shape: "upright" }, face: () => "fox" } });
  moments.show({ kind, title: "Now", text: "+16", seat: 1 } satisfies Moment);
  flushSync();
  const drawn = document.querySelector(".moment");
  expect(drawn?.textContent).toContain("Now");
  expect(drawn?.getAttribute("aria-hidden")).toBe("true");
  expect([felt.cues, felt.shakes]).toEqual([[MOMENTS[kind].cue], [MOMENTS[kind].shakes]]);
  vi.advanceTimersByTime(MOST_MS);
  flushSync();
  expect(document.querySelector(".moment")).toBeNull();
  await unmount(shown);
});

test("your turn waits until another moment is over, and anything else takes the place of what is shown", () => {
  moments.show({ kind: "bust", title: "Bust" });
  moments.show({ kind: "turn", title: "Your turn" });
  expect(moments.now?.kind).toBe("bust");
  vi.advanceTimersByTime(MOMENTS.bust.lasts);
  expect(moments.now?.kind).toBe("turn");
  moments.show({ kind: "filled", title: "Full" });
  expect(moments.now?.kind).toBe("filled");
});
