// Small things of a match in progress that a person would stumble over, one scene each.
//   node e2e/at_table.ts http://127.0.0.1:8765 changes.json
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { launch, PATIENCE_MS, speaking } from "./browser.ts";
import { playAll, sees } from "./scenes.ts";
import { drawn, StandIn, type Position } from "./standin.ts";
import { PHONE } from "./visitor.ts";
import { Words } from "./words.ts";
import type { Update } from "../src/wire.gen.ts";

interface Change {
  readonly position: Position;
  readonly update: Update;
}

const [base, file] = process.argv.slice(2) as [string, string];
const changes = JSON.parse(readFileSync(file, "utf8")) as readonly Change[];
const change = (game: string): Change => changes.find(({ position }) => position.game === game)!;
const words = new Words("en", "hexa");
const browser = await launch();

/** A page of its own; whatever goes wrong in it fails the scene. */
async function within(scene: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
  const context = await speaking(browser, "en", PHONE);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await scene(page, context);
  await context.close();
  sees(`errors in the page: ${errors.join("; ")}`, !errors.length);
}

async function ask<T>(page: Page, path: string, body: unknown): Promise<T> {
  const response = await page.context().request.post(`${base}/api/${path}`, { data: body });
  sees(`${path} is answered ${response.status()}`, response.ok());
  return (await response.json()) as T;
}

/** Which of the result's buttons would take a touch. */
const takesTouches = (page: Page) =>
  page.locator("#result, .ways").evaluateAll((all) =>
    all.flatMap((each) => [...each.querySelectorAll("button, a")]).filter((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }).length,
  );

/** Sound as an iPhone has it: it begins only when the finger has left the screen, and a call interrupts it. */
function likeAnIPhone(): void {
  let activated = false;
  for (const type of ["pointerup", "touchend", "click", "keydown"])
    addEventListener(type, () => {
      activated = true;
      setTimeout(() => (activated = false));
    }, { capture: true });
  class Sound extends EventTarget {
    state = "suspended";
    constructor() {
      super();
      (window as unknown as { sound: Sound }).sound = this;
    }
    resume(): Promise<void> {
      if (!activated) return new Promise(() => undefined);
      this.state = "running";
      this.dispatchEvent(new Event("statechange"));
      return Promise.resolve();
    }
  }
  Object.assign(window, { AudioContext: Sound });
}
const soundIs = (page: Page) => page.evaluate(() => (window as unknown as { sound?: { state: string } }).sound?.state);
const told = (page: Page) => page.locator("#live-turn").innerText();
const squeezed = (text: string) => text.replace(/\s+/g, " ").trim();

try {
  await playAll({
    "a result takes no touch as it rises, and takes them after": () =>
      within(async (page) => {
        const { position, update } = change("push");
        await page.clock.install();
        const standIn = await StandIn.on(page, base);
        await standIn.show(position);
        await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
        standIn.update(update);
        await page.locator(".ways").waitFor();
        sees("the result takes touches at once", (await takesTouches(page)) === 0);
        await page.clock.runFor(2000);
        sees("the result takes no touches", (await takesTouches(page)) > 0);
      }),

    "a result opens in a browser that does not tell whether it has been touched": () =>
      within(async (page) => {
        await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "userActivation"));
        const { position, update } = change("push");
        const standIn = await StandIn.on(page, base);
        await standIn.show(position);
        sees("the browser still tells", await page.evaluate(() => !("userActivation" in navigator)));
        standIn.update(update);
        await page.locator("#result").waitFor();
      }),

    "sound begins as the finger leaves the screen, and again after a call": () =>
      within(async (page) => {
        await page.addInitScript(likeAnIPhone);
        const standIn = await StandIn.on(page, base);
        await standIn.show(change("push").position);
        await page.touchscreen.tap(200, 400);
        sees("it is silent", (await soundIs(page)) === "running");
        await page.evaluate(() => ((window as unknown as { sound: { state: string } }).sound.state = "interrupted"));
        await page.touchscreen.tap(200, 400);
        sees("it is silent after a call", (await soundIs(page)) === "running");
      }),

    "a television asks for a touch until sound has begun": () =>
      within(async (page) => {
        await page.addInitScript(likeAnIPhone);
        const { table } = await ask<{ table: { code: string } }>(page, "tables", { game: "push", name: "Zoé", face: "fox" });
        await page.goto(`${base}/t/${table.code}/tv`);
        await page.locator(".quiet").waitFor();
        await page.locator("main").dispatchEvent("pointerdown");
        await drawn(page);
        sees("the hint is gone, but nothing is heard", await page.locator(".quiet").isVisible());
        await page.touchscreen.tap(200, 300);
        await page.locator(".quiet").waitFor({ state: "detached" });
      }),

    "the countdown waits for its words": () =>
      within(async (page) => {
        const { table } = await ask<{ table: { code: string; match?: string } }>(page, "tables", { game: "push", name: "Zoé", face: "fox" });
        let release: () => void = () => undefined;
        const held = new Promise<void>((done) => (release = done));
        let dealt: () => void = () => undefined;
        const heard = new Promise<void>((done) => (dealt = done));
        await page.route(/\/assets\/en-[^/]+\.js$/, async (route) => {
          await held;
          await route.continue();
        });
        await page.routeWebSocket(/\/socket(\?|$)/, (socket) => {
          const { welcome } = change("push").position;
          const tell = (): void => {
            socket.send(JSON.stringify({ ...welcome, table: { ...welcome.table, code: table.code, phase: "dealing" } }));
            socket.send(JSON.stringify({ t: "deal", deal: "1".repeat(8) }));
            socket.send(JSON.stringify({ t: "starts", after: 60_000 }));
          };
          if (new URL(socket.url()).searchParams.has("hello")) tell();
          socket.onMessage((message) => {
            const { t } = JSON.parse(String(message)) as { t: string };
            if (t === "hello") tell();
            // The page's part in the deal: it has been told of the deal, and so of the start.
            if (t === "nonce-hash") dealt();
          });
        });
        // As by "Play now": from the first page, which has its own sentences alone.
        await page.goto(`${base}/`);
        await page.getByRole("heading").first().waitFor();
        await page.evaluate((path) => {
          history.pushState(null, "", path);
          dispatchEvent(new PopStateEvent("popstate"));
        }, `/t/${table.code}`);
        // A page that waits for its words has not opened the table yet: then it is given as long as many frames take.
        await Promise.race([
          heard,
          page.evaluate(async () => {
            for (let frame = 0; frame < 60; frame++) await new Promise((next) => requestAnimationFrame(next));
          }),
        ]);
        await drawn(page);
        release();
        await page.locator(".count").waitFor();
        sees("the countdown is not told", squeezed(await told(page)).startsWith(squeezed(words.say("web.table.countdown"))));
      }),

    "the status for screen readers always tells what is so now": () =>
      within(async (page) => {
        const { position, update } = change("hexa");
        const standIn = await StandIn.on(page, base);
        await standIn.show(position);
        const same = async (when: string): Promise<void> => {
          await drawn(page);
          const [heard, seen] = [squeezed(await told(page)), squeezed(await page.locator('[data-band="mine"] .status').innerText())];
          sees(`${when} a reader is told "${heard}", and the board says "${seen}"`, heard === seen && heard !== "");
        };
        await same("at first");
        standIn.update({ t: "table", table: { ...position.welcome.table, phase: "dealing" } });
        standIn.update({ t: "starts", after: 60_000 });
        await page.locator(".count").waitFor();
        sees("the start is not told", squeezed(await told(page)).startsWith(squeezed(words.say("web.table.countdown"))));
        standIn.update(position.welcome);
        standIn.update(position.snapshot);
        await page.locator('[data-band="mine"]').waitFor();
        await same("after the start");
        // A connection may be back before anybody looks.
        const lost = page.evaluate(
          (text) =>
            new Promise<void>((heard) => {
              const region = document.getElementById("live-turn")!;
              new MutationObserver(() => region.textContent.includes(text) && heard()).observe(region, { subtree: true, childList: true, characterData: true });
              window.dispatchEvent(new Event("offline"));
            }),
          words.say("web.table.lost"),
        );
        await lost;
        await page.waitForFunction(() => !document.querySelector(".stage.lost"));
        await same("after a new connection");
        standIn.update(update);
        await page.locator("#result").waitFor();
        await same("at the end");
      }),

    "a double click adds one bot": () =>
      within(async (page) => {
        const { table } = await ask<{ table: { code: string } }>(page, "tables", { game: "push", name: "Zoé", face: "fox" });
        await page.goto(`${base}/t/${table.code}`);
        const add = page.getByRole("button", { name: words.say("web.lobby.add-bot"), exact: true });
        await add.first().waitFor();
        const free = await add.count();
        const answered = page.waitForResponse(/\/bots$/);
        await add.first().dblclick();
        await answered;
        await page.waitForFunction((before) => document.querySelectorAll("li .hole").length < before, free);
        // What was asked for twice has been answered twice before this is.
        const { places } = (await (await page.request.get(`${base}/api/tables/${table.code}`)).json()) as { places: readonly unknown[] };
        sees(`${places.length - 1} bots came`, places.length === 2);
      }),
  });
} finally {
  await browser.close();
}
