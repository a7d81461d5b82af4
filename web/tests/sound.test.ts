// Sounds: what makes them is fetched with the first touch.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const sound = vi.fn();
let fetched: Promise<void>;
let arrive: () => void;

class Running extends EventTarget {
  readonly state = "running";
}

beforeEach(() => {
  vi.resetModules();
  sound.mockClear();
  fetched = new Promise((resolve) => (arrive = resolve));
  vi.stubGlobal("AudioContext", Running);
  vi.doMock("../src/lib/synth.ts", async () => {
    await fetched;
    return { sound };
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.doUnmock("../src/lib/synth.ts");
});

test("a sound is heard as soon as what makes it is there", async () => {
  const { play, wakeSound } = await import("../src/lib/sound.ts");
  play("tick"); // nobody has touched the page
  wakeSound();
  play("act", { pan: -1 });
  expect(sound).not.toHaveBeenCalled();
  arrive();
  await vi.waitFor(() => expect(sound).toHaveBeenCalled());
  expect(sound.mock.calls.map((call) => call.slice(1, 4) as unknown[])).toEqual([["act", 0.7, -1]]);
});

test("a sound is not heard long after what it stands for", async () => {
  const { play, wakeSound } = await import("../src/lib/sound.ts");
  const now = vi.spyOn(performance, "now").mockReturnValue(1000);
  wakeSound();
  play("thud");
  now.mockReturnValue(2000);
  arrive();
  await import("../src/lib/synth.ts");
  play("go");
  await vi.waitFor(() => expect(sound).toHaveBeenCalled());
  expect(sound.mock.calls.map((call) => call[1] as unknown)).toEqual(["go"]);
});
