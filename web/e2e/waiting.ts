// Waiting for one another: whoever looks elsewhere is told, a stand-in acts when the time is up or the connection is lost, and
// somebody else hosts when the host leaves. Two people play and a third watches.
//   node e2e/waiting.ts http://127.0.0.1:8765 en [folder for pictures]
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { leavesStatusInSight, opened, plain } from "./company.ts";

const { base, company, cut, says, button, showed, ask, picture } = await opened("waiting");
const { browser, errors, words } = company;

interface Felt {
  notices: string[];
  shakes: number[][];
  tones: number;
  /** Whether the page told at once that it was offline; null until it is. */
  noticed: boolean | null;
  /** Somebody looks at another tab: Playwright's pages are never hidden. */
  hidden: boolean;
  /** What the browser answers when a page asks for notices. */
  allows: boolean;
}
declare global {
  interface Window {
    felt: Felt;
  }
}

/** Runs in the page before anything else: notes what reaches somebody who does not look. */
function feel(): void {
  const felt: Felt = { notices: [], shakes: [], tones: 0, noticed: null, hidden: false, allows: false };
  window.felt = felt;
  Object.defineProperty(document, "hidden", { get: () => felt.hidden });
  // A browser without a screen has no notices of its own.
  window.Notification = class extends EventTarget {
    static permission: NotificationPermission = "denied";
    static requestPermission = () => Promise.resolve((this.permission = felt.allows ? "granted" : "denied"));
    constructor(_title: string, options?: NotificationOptions) {
      super();
      felt.notices.push(options?.body ?? "");
    }
  } as unknown as typeof Notification;
  window.OscillatorNode = class extends OscillatorNode {
    constructor(context: BaseAudioContext, options?: OscillatorOptions) {
      super(context, options);
      felt.tones += 1;
    }
  };
  navigator.vibrate = (pattern) => felt.shakes.push([pattern].flat() as number[]) > 0;
}

const felt = (page: Page) => page.evaluate(() => window.felt);
const hide = (page: Page, hidden: boolean) => page.evaluate((now) => void (window.felt.hidden = now), hidden);
const menu = (page: Page) => button(page, "web.table.menu").tap();
/** The tab says so, by its title and its icon. */
async function hasTurn(page: Page): Promise<void> {
  await page.waitForFunction((title) => document.title === title, words.say("web.table.title-mine", { game: "Push" }));
  await page.waitForFunction(() => document.querySelector<HTMLLinkElement>('link[rel="icon"]')!.href.endsWith("/icon-turn.svg"));
}
const icon = (page: Page) => page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel="icon"]')!.href);
const closed = (page: Page) => page.locator("dialog[open]").waitFor({ state: "detached" });

/** Note whether the bar is there one turn of the page's loop after it went offline: nobody has to wait for a silence. */
const noteOffline = (page: Page) =>
  page.evaluate(() => {
    addEventListener("offline", () => setTimeout(() => (window.felt.noticed = document.querySelector(".bar") !== null)), { once: true });
  });

try {
  const [zoe, max, ivy] = await Promise.all([company.come(390, 844), company.come(390, 844), company.come(1280, 800, { hasTouch: false })]);
  await max.addInitScript(feel);
  const { table } = await ask<{ table: { code: string } }>(zoe, "tables", { game: "push", name: "Zoé", face: "fox" });
  const { code } = table;
  await ask(max, `tables/${code}/sit`, { name: "Max", face: "bear" });
  await Promise.all([zoe.goto(`${base}/t/${code}`), max.goto(`${cut.base}/t/${code}`), ivy.goto(`${base}/t/${code}`)]);
  await says(zoe, "web.lobby.watch-count", { count: 1 }).waitFor();

  // The host gives everybody two minutes.
  await button(zoe, "web.lobby.options-button").tap();
  await zoe.getByRole("group", { name: words.say("web.lobby.turn-limit") }).getByRole("radio", { name: words.say("web.lobby.seconds", { seconds: 120 }) }).tap();
  await zoe.waitForFunction(async (path) => ((await (await fetch(path)).json()) as { settings: { turn_limit_s: number } }).settings.turn_limit_s === 120, `/api/tables/${code}`);
  await picture(zoe, "turn-limit");
  await button(zoe, "web.close").tap();
  await ask(zoe, `tables/${code}/seats`, { places: [1, 0] });
  await button(zoe, "web.lobby.start-with", { players: 2 }).tap();

  // It is Max's turn, and everybody sees how long he has; whoever watches is counted.
  await hasTurn(max);
  assert((await icon(zoe)).endsWith("/icon.svg"), "the icon of a tab tells of a turn that is not there");
  for (const page of [zoe, max]) assert((await page.request.get(await icon(page))).ok(), "the tab has no icon");
  await zoe.locator('[data-seat="0"] .ring.slow').waitFor();
  await max.locator('[data-band="mine"] .ring.slow').waitFor();
  assert.equal(await ivy.locator(".eyes").innerText(), "1");
  assert.equal(await max.locator(".watched").innerText(), "1");
  await picture(max, "ring");
  await picture(ivy, "watcher");

  // Max's browser says no to notices first, and the switch does not claim otherwise; then it says yes.
  const choice = (answer: string) => max.getByRole("group", { name: words.say("web.settings.notify") }).getByRole("radio", { name: words.say(answer), exact: true });
  await menu(max);
  for (const key of ["web.table.pause", "web.lobby.remove"]) assert.equal(await button(max, key, { name: "Zoé" }).count(), 0, `a guest is shown ${key}`);
  await picture(max, "menu");
  await max.getByRole("img", { name: words.say("web.lobby.qr") }).waitFor();
  await max.locator("dialog[open]").getByText(`${code.slice(0, 3)} ${code.slice(3)}`.toUpperCase()).waitFor();
  await button(max, "web.table.settings").tap();
  await choice("web.settings.on").tap();
  await says(max, "web.settings.notify-denied").waitFor();
  assert.equal(await choice("web.settings.off").isChecked(), true, "the switch says yes where the browser says no");
  await max.evaluate(() => void (window.felt.allows = true));
  await choice("web.settings.on").tap();
  await says(max, "web.settings.notify-denied").waitFor({ state: "detached" });
  await button(max, "web.close").tap();
  await closed(max);

  // A nudge reaches his hand and ear; a notice comes only while he looks elsewhere.
  await hide(max, true);
  const nudge = ask(zoe, `tables/${code}/nudge`, { place: 1 });
  await Promise.all([nudge, showed(max, words.say("web.table.nudged", { name: "Zoé" }))]);
  const first = await felt(max);
  assert.deepEqual(first.notices, [words.say("web.table.nudged", { name: "Zoé" })]);
  assert.deepEqual(first.shakes.at(-1), [30, 60, 30]);
  assert(first.tones > 0, "nothing is heard");
  await hide(max, false);

  // The device says itself that it is offline, and that it is online again.
  await noteOffline(max); // the listener is there before the line goes
  await max.context().setOffline(true);
  await max.waitForFunction(() => window.felt.noticed !== null);
  assert.equal((await felt(max)).noticed, true, "offline is not noticed at once");
  await leavesStatusInSight(max);
  await picture(max, "offline");
  await max.context().setOffline(false);
  await max.locator(".bar").waitFor({ state: "detached" });

  // Another match with hardly any time: a stand-in acts for Zoé, and is told as such; then it is Max's turn.
  const again = async (settings: unknown, places: readonly number[]) => {
    await ask(zoe, `tables/${code}/give-up`, {});
    await button(zoe, "web.lobby.options-button").waitFor();
    await ask(zoe, `tables/${code}/settings`, { settings });
    await ask(zoe, `tables/${code}/seats`, { places });
    await hide(max, true);
    await ask(zoe, `tables/${code}/start`, {});
  };
  const { length: shaken } = first.shakes;
  await again({ turn_limit_s: 0.2 }, [0, 1]);
  const turn = words.say("web.table.your-turn");
  await max.waitForFunction((text) => window.felt.notices.includes(text), turn);
  await max.waitForFunction((before) => window.felt.shakes.slice(before).some(([first]) => first === 20), shaken);
  await hide(max, false);
  const { length: told } = (await felt(max)).notices;
  await button(max, "web.table.log-open").tap();
  await max.getByText(words.say("web.table.stand-in")).first().waitFor();
  await picture(max, "stand-in");
  assert.equal((await felt(max)).notices.length, told, "a notice came while the page was in sight");

  // Max's connection is cut at his turn: a bot plays for him, with a badge, and he is told when he is back.
  await again({ turn_limit_s: 0, turn_grace_s: 0.1 }, [1, 0]);
  await hasTurn(max);
  cut.cut();
  await says(zoe, "web.table.stood-in", { name: "Max" }).waitFor({ state: "attached" });
  await hasTurn(zoe);
  await picture(zoe, "badge");
  cut.mend();
  // However many moves it made: the sentence after that.
  await showed(max, words.say("web.table.played-for-you", { count: 2 }).split(". ")[1]!);
  await picture(max, "back");
  await says(zoe, "web.table.stood-in", { name: "Max" }).waitFor({ state: "detached" });
  const reproach = plain(words.say("push.refusal.not-your-turn"));
  assert(!(await company.fleeting(max)).includes(reproach), "whoever comes back is reproached with an act that a bot forestalled");

  // The host leaves: asked first, and the others are told who hosts now, with what only a host can do.
  await menu(zoe);
  await button(zoe, "web.table.leave").tap();
  await says(zoe, "web.table.host-next", { name: "Max" }).waitFor();
  await picture(zoe, "leaving");
  await zoe.locator("dialog[open]").last().getByRole("button", { name: words.say("web.table.leave") }).tap();
  await showed(max, words.say("web.table.host-you"));
  await showed(ivy, words.say("web.table.host-now", { name: "Max" }));
  await picture(max, "host-you");
  await menu(max);
  await button(max, "web.table.pause").waitFor();
  assert.deepEqual(errors, []);
  console.log("waited");
} finally {
  await browser.close();
  cut.close();
}
