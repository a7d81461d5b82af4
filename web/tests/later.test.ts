// What can wait at a table, and the sentences that its page brings along.
import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { catalogue } from "../build/words.ts";
import Avatar from "../src/lib/people/Avatar.svelte";
import Later from "../src/lib/ui/Later.svelte";

beforeEach(() => {
  document.head.innerHTML = document.body.innerHTML = "";
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => vi.useRealTimers());

async function settle(): Promise<void> {
  await Promise.resolve();
  await tick();
  flushSync();
}

test("a part that can wait is fetched once there is time, and shows what it is given", async () => {
  const load = vi.fn(() => Promise.resolve({ default: Avatar as never }));
  const shown = mount(Later, { target: document.body, props: { load, wanted: false, given: { face: "fox", label: "here" } } });
  flushSync();
  await settle();
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  await settle();
  expect(load).toHaveBeenCalledTimes(1);
  expect(document.querySelectorAll("[aria-label=here] path").length).toBeGreaterThan(3);
  await unmount(shown);
});

test("a part that is wanted is fetched at once; one that did not come harms nothing", async () => {
  const load = vi.fn(() => Promise.resolve({ default: Avatar as never }));
  const shown = [
    mount(Later, { target: document.body, props: { load, wanted: true, given: { face: "fox", label: "here" } } }),
    mount(Later, { target: document.body, props: { load: () => Promise.reject(new Error("no network")), wanted: true, given: {} } }),
  ];
  flushSync();
  await settle();
  expect(load).toHaveBeenCalledTimes(1);
  expect(document.querySelectorAll("[aria-label=here] path").length).toBeGreaterThan(3);
  for (const each of shown) await unmount(each);
});

test("the page of a table speaks at once with the sentences it has, and fetches the others when they are wanted", async () => {
  const { push, web } = catalogue("en") as { push: object; web: object };
  document.head.innerHTML = `<meta name="cartable-game" content="push"><script type="application/json" lang="en">${JSON.stringify({ push, web, trio: { name: "Trio" } })}</script>`;
  const { words } = await import("../src/lib/i18n/words.svelte.ts");
  const { settings } = await import("../src/lib/stores/settings.svelte.ts");
  settings.language = "en";
  void words.load("en");
  expect(words.teller?.has("push.name"), "without waiting").toBe(true);
  expect([words.knows("push"), words.knows("trio")]).toEqual([true, false]);
  await words.whole();
  expect(words.teller?.has("trio.board.aim") || words.teller?.at("trio", [], null).hasAny("event")).toBe(true);
  expect([words.knows("push"), words.knows("trio")]).toEqual([true, true]);
});

test("a page without sentences, or with those of another language, fetches the whole language", async () => {
  document.head.innerHTML = '<meta name="cartable-game" content="push"><script type="application/json" lang="fr">{}</script>';
  const { words } = await import("../src/lib/i18n/words.svelte.ts");
  const { settings } = await import("../src/lib/stores/settings.svelte.ts");
  settings.language = "en";
  await words.load("en");
  expect(words.teller?.has("trio.name")).toBe(true);
  expect(words.knows("trio")).toBe(true);
});
