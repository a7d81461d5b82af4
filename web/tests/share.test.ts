// A picture to hand on: by the device's own share sheet where there is one for pictures, else saved or copied.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { catalogue } from "../build/words.ts";
import { Teller } from "../src/lib/i18n/teller.ts";
import { words } from "../src/lib/i18n/words.svelte.ts";
import SharePicture from "../src/share/SharePicture.svelte";

const LINK = "http://192.168.1.7:8765/replay/m1";
let sheet: ReturnType<typeof mount> | null = null;

beforeEach(() => {
  document.body.innerHTML = "<main></main>";
  words.teller = new Teller("en", catalogue("en"));
});

afterEach(async () => {
  if (sheet) await unmount(sheet);
  sheet = null;
  vi.unstubAllGlobals();
});

async function opened(draw: () => Promise<Blob> = () => Promise.resolve(new Blob(["picture"]))): Promise<HTMLElement> {
  const target = document.querySelector("main")!;
  sheet = mount(SharePicture, { target, props: { draw, text: "Zoé wins!", link: LINK, name: "push", onclose: () => undefined } });
  await vi.waitFor(() => {
    flushSync();
    expect(target.querySelector("img, .told")).not.toBeNull();
  });
  return target;
}

const named = (page: HTMLElement, key: string) => [...page.querySelectorAll<HTMLElement>("button, a")].find(({ textContent }) => textContent.trim() === words.teller!.say(key));

test("a device that shares pictures is handed the picture, the sentence and the link", async () => {
  const share = vi.fn<(what: ShareData) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal("navigator", { canShare: () => true, share });
  const page = await opened();
  named(page, "web.result.share")!.click();
  const [what] = share.mock.calls[0]!;
  expect(what).toMatchObject({ text: "Zoé wins!", url: LINK });
  expect(what.files!.map(({ name, type }) => [name, type])).toEqual([["push.png", "image/png"]]);
});

test.each([{}, { canShare: () => false }])("another one saves it", async (navigator) => {
  vi.stubGlobal("navigator", navigator);
  const page = await opened();
  expect(named(page, "web.result.share")).toBeUndefined();
  expect(named(page, "web.share.save")!.getAttribute("download")).toBe("push.png");
});

test("a picture that cannot be drawn is told", async () => {
  const page = await opened(() => Promise.reject(new Error("no canvas")));
  expect(page.querySelector(".told")!.textContent).toBe(words.teller!.say("web.share.failed"));
  expect(named(page, "web.share.save")).toBeUndefined();
});
