// What else a table with no server can do, and never does: people who pass the device, help and replays without a
// network, installing, a newer version. One browser for all, which has fetched Python once.
//   node e2e/offline_page.ts SITE LOG [LANGUAGE]
// SITE is what `make site` wrote; LOG is the log of a match of Push. In a made-up language the device is only passed on:
// what is seen then must hold longer words.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Download } from "playwright-core";
import { launch } from "./browser.ts";
import { comes, installed, openLobby, playNow, screens, StaticHost } from "./device.ts";
import { Pointer, type Hand } from "./hands.ts";
import { cautious } from "./players/push.ts";
import { tight } from "./measure.ts";
import { left, playAll, sees } from "./scenes.ts";
import type { Visitor } from "./visitor.ts";
import { built, type Language } from "./words.ts";

const [site, log, language = "fr"] = process.argv.slice(2) as [string, string, Language?];
const HANDED = 2;

/** Runs in the page: everything in sight belongs to the cover. */
function covered(): boolean {
  const cover = document.querySelector("dialog[open]")!;
  const places = [0.02, 0.25, 0.5, 0.75, 0.98];
  const seen = places.flatMap((x) => places.map((y) => document.elementFromPoint(x * innerWidth, y * innerHeight)));
  return seen.every((each) => each !== null && cover.contains(each)) && cover.contains(document.activeElement);
}

/** Only the button of whoever takes the device uncovers the cards: no key, no way back, nothing else that closes a dialog. */
async function staysCovered({ page, words }: Visitor, hand: Hand, game: string): Promise<void> {
  for (let times = 0; times < 3; times++) await page.keyboard.press("Escape");
  sees(`${game}: Escape uncovers the cards`, await page.evaluate(covered));
  const closed = await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>("dialog[open]")!.close();
    const seen = document.elementFromPoint(innerWidth / 2, innerHeight - 10);
    return seen?.closest("dialog")?.querySelector("#pass") != null;
  });
  sees(`${game}: the cards are seen while a closed cover opens again`, closed);
  await page.locator("dialog[open] #pass").waitFor();
  sees(`${game}: a closed cover stays closed`, await page.evaluate(covered));
  await page.evaluate(() => history.back());
  await hand.push(page.getByRole("button", { name: words.say("web.table.stay"), exact: true }));
  await page.locator("dialog[open]").nth(1).waitFor({ state: "detached" });
  sees(`${game}: the way back uncovers the cards`, await page.evaluate(covered));
}

/** Two people play by turns; in between nobody's cards can be seen or reached. */
async function passes(visitor: Visitor, hand: Hand, game: string, screen: keyof typeof screens): Promise<void> {
  const { page } = visitor;
  await page.setViewportSize(screens[screen].viewport);
  await visitor.turnsTo(game, game === "push" ? cautious : undefined);
  await openLobby(visitor, hand);
  await hand.push(visitor.button("web.offline.add-person"));
  await hand.write(page.getByRole("dialog").getByRole("textbox"), "Bob");
  await hand.push(page.getByRole("dialog").getByRole("button", { name: visitor.words.say("web.go"), exact: true }));
  await visitor.start(hand, 2);
  await page.locator("#board").waitFor();
  const cover = page.locator("dialog[open] #pass");
  const holders: string[] = [];
  while (holders.length < HANDED) {
    if ((await visitor.play(hand, async () => (await cover.count()) > 0)) === "over") throw new Error("over before the device went round");
    sees(`${game}: cards in sight while the device is passed`, await page.evaluate(covered));
    for (const viewport of [{ width: 320, height: 568 }, screens[screen].viewport]) {
      await page.setViewportSize(viewport);
      const broken = await page.evaluate(tight, `${game}, passed on, ${viewport.width} px`);
      sees(broken.join("\n"), !broken.length);
    }
    const asked = (await cover.textContent())!;
    sees(`${game}: passed to whoever has it: ${asked}`, asked !== holders.at(-1));
    holders.push(asked);
    await staysCovered(visitor, hand, game);
    await hand.push(page.locator("dialog[open]").getByRole("button"));
    await cover.waitFor({ state: "detached" });
  }
}

/** Without a network: a hint, why not, a lesson, the rules; a match from a file, verified, analysed and given back. */
async function helps(visitor: Visitor, hand: Hand, host: StaticHost): Promise<void> {
  const { page, words } = visitor;
  await installed(page);
  visitor.offline = true;
  host.cut();
  await page.goto(`${host.base}/`);
  await playNow(visitor, hand);
  const hint = visitor.button("web.table.hint");
  const toast = page.locator(".toast");
  // Before the first card of one's own: nothing can be put anywhere.
  await visitor.play(hand, async () => (await hint.count()) > 0 && (await page.getByRole("button", { name: words.pattern("act.draw") }).count()) > 0);
  await page.locator("[data-take]").first().click({ force: true });
  await toast.filter({ hasText: /PUSH-\d\d/ }).first().waitFor();
  await hand.push(hint);
  await page.locator("[data-pointed]").first().waitFor();
  await page.goto(`${host.base}/?p=practice/push`);
  await page.locator(".strip").waitFor();
  await page.goto(`${host.base}/?p=rules/push`);
  await page.getByText("PUSH-01", { exact: true }).first().waitFor();
  await page.goto(`${host.base}/`);
  const choosing = page.waitForEvent("filechooser");
  await hand.push(visitor.button("web.offline.import"));
  await (await choosing).setFiles(log);
  await page.getByText(words.say("web.analysis.title"), { exact: true }).waitFor();
  await hand.push(visitor.button("web.verify.button"));
  await page.locator(".verdict.good").waitFor();
  const saving = page.waitForEvent("download");
  await hand.push(page.getByRole("link", { name: words.say("web.replay.export"), exact: true }));
  sees("the log came back changed", (await saved(await saving)).equals(readFileSync(log)));
  await host.mend();
  visitor.offline = false;
}

/** What a page gave to be kept. */
async function saved(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Runs in the page: whatever a browser wants to know before it installs it. */
async function manifested() {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')!.href;
  const manifest = (await (await fetch(link)).json()) as { name: string; start_url: string; scope: string; display: string; icons: { src: string; sizes: string; purpose?: string }[] };
  const icons = manifest.icons.filter(({ sizes }) => sizes !== "any").map(async ({ src, sizes, purpose = "any" }) => {
    const picture = await createImageBitmap(await (await fetch(new URL(src, link))).blob());
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d")!;
    pen.drawImage(picture, 0, 0);
    return { right: `${picture.width}x${picture.height}` === sizes, purpose, size: picture.width, corner: pen.getImageData(0, 0, 1, 1).data[3]! };
  });
  const here = [manifest.start_url, manifest.scope].every((each) => new URL(each, link).href === document.baseURI);
  return { named: manifest.name, here, display: manifest.display, icons: await Promise.all(icons) };
}

async function installs(visitor: Visitor, hand: Hand, host: StaticHost): Promise<void> {
  const { page } = visitor;
  await page.goto(`${host.base}/`);
  const told = await page.evaluate(manifested);
  sees(`manifest: ${JSON.stringify(told)}`, told.named !== "" && told.here && told.display === "standalone" && told.icons.every(({ right }) => right));
  for (const size of [192, 512]) sees(`no icon of ${size}`, told.icons.some((icon) => icon.size === size && icon.purpose === "any"));
  // Cut to any shape, it has to be filled to its corners.
  sees("no icon to be cut to a shape", told.icons.some(({ purpose, corner }) => purpose === "maskable" && corner === 255));
  for (const [key, count] of [["web.tagline-here", 1], ["web.tagline", 0]] as const) sees(`${key}: a link is no use here`, (await page.getByText(visitor.words.say(key), { exact: true }).count()) === count);
  const offer = visitor.button("web.offline.install-now");
  sees("installing is offered unasked", !(await offer.count()));
  await page.evaluate(() => window.dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: () => Promise.resolve((document.title = "asked")) })));
  await hand.push(offer);
  await page.waitForFunction(() => document.title === "asked");
  sees("installing is offered twice", !(await offer.count()));
}

/** A newer version is offered on the first page, and nothing changes before somebody takes it; the match goes on. */
async function updates(visitor: Visitor, hand: Hand, host: StaticHost): Promise<void> {
  const { page } = visitor;
  await playNow(visitor, hand);
  const match = page.url();
  const file = (name: string) => readFileSync(join(site, name), "utf8");
  host.replaced.set("index.html", Buffer.from(file("index.html").replace("<head>", '<head><meta name="newer">')));
  host.replaced.set("service.js", Buffer.from(file("service.js").replace(/"version":"\w+"/, '"version":"newer"')));
  const newer = () => page.locator('meta[name="newer"]').count();
  const offer = visitor.button("web.offline.update-now");
  await visitor.reload();
  await visitor.play(hand, () => visitor.moves >= 2);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  sees("a newer version in the middle of a match", !(await newer()) && !(await offer.count()));
  await page.goto(`${host.base}/`);
  sees("a newer version that nobody has taken", !(await newer()));
  await hand.push(offer);
  await page.locator('meta[name="newer"]').waitFor({ state: "attached" });
  sees("it is offered again", !(await offer.count()));
  await page.goto(match);
  await visitor.play(hand, () => visitor.moves >= 4);
}

const browser = await launch();
const host = await StaticHost.of(site);
try {
  const visitor = await comes(browser, host.base, "push", { language });
  const hand = new Pointer(visitor.page, false);
  await playAll({
    "quinto, passed on": () => passes(visitor, hand, "quinto", "phone"),
    "push, passed on": async () => {
      await visitor.page.goto(`${host.base}/`);
      await passes(visitor, hand, "push", "desktop");
    },
  });
  // The rest keeps the page for a time without a network, which a language that it was not built with cannot do.
  if (built(language)) await playAll({
    "help without a network": () => helps(visitor, hand, host),
    installing: () => installs(visitor, hand, host),
    "a newer version": () => updates(visitor, hand, host),
  });
  await left(visitor);
} finally {
  await browser.close();
  host.cut();
}
