// What else a table with no server can do, and never does: people who pass the device, help and replays without a
// network, installing, a newer version.
//   node e2e/offline_page.ts SITE LOG
// SITE is what `make site` wrote; LOG is the log of a match of Push.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { launch } from "./browser.ts";
import { comes, installed, openLobby, playNow, screens, StaticHost } from "./device.ts";
import { Pointer } from "./hands.ts";
import { left, playAll, sees } from "./scenes.ts";
import type { Language } from "./words.ts";

const [site, log] = process.argv.slice(2) as [string, string];
const HANDED = 3;

/** Runs in the page: everything in sight belongs to the cover. */
function covered(): boolean {
  const cover = document.querySelector("dialog[open]")!;
  const places = [0.02, 0.25, 0.5, 0.75, 0.98];
  const seen = places.flatMap((x) => places.map((y) => document.elementFromPoint(x * innerWidth, y * innerHeight)));
  return seen.every((each) => each !== null && cover.contains(each)) && cover.contains(document.activeElement);
}

/** Two people play by turns; in between nobody's cards can be seen or reached. */
async function passes(browser: Browser, host: StaticHost, game: string, screen: keyof typeof screens, language: Language): Promise<void> {
  const visitor = await comes(browser, host.base, game, { screen: screens[screen], language });
  const { page, words } = visitor;
  const hand = new Pointer(page, screen === "phone");
  await openLobby(visitor, hand);
  await hand.push(visitor.button("web.offline.add-person"));
  await hand.write(page.getByRole("dialog").getByRole("textbox"), "Bob");
  await hand.push(page.getByRole("dialog").getByRole("button", { name: words.say("web.go"), exact: true }));
  await visitor.start(hand, 2);
  await page.locator("#board").waitFor();
  const cover = page.locator("dialog[open] #pass");
  const holders: string[] = [];
  while (holders.length < HANDED) {
    if ((await visitor.play(hand, async () => (await cover.count()) > 0)) === "over") throw new Error("over before the device went round");
    sees(`${game}: cards in sight while the device is passed`, await page.evaluate(covered));
    const asked = (await cover.textContent())!;
    sees(`${game}: passed to whoever has it: ${asked}`, asked !== holders.at(-1));
    holders.push(asked);
    await page.keyboard.press("Escape");
    sees(`${game}: the cover goes away by itself`, await cover.isVisible());
    await hand.push(page.locator("dialog[open]").getByRole("button"));
    await cover.waitFor({ state: "detached" });
  }
  await left(visitor);
}

/** Without a network: a hint, why not, a lesson, the rules; a match from a file, verified, analysed and given back. */
async function helps(browser: Browser, host: StaticHost): Promise<void> {
  const visitor = await comes(browser, host.base, "push");
  const { page, words } = visitor;
  const hand = new Pointer(page, false);
  await playNow(visitor, hand);
  await installed(page);
  visitor.offline = true;
  host.cut();
  await visitor.reload();
  await visitor.play(hand, async () => (await visitor.button("web.table.hint").count()) > 0 && (await page.evaluate(() => !document.querySelector("#board[data-waiting]"))));
  await hand.push(visitor.button("web.table.hint"));
  await page.locator(".toast").first().waitFor();
  await page.goto(`${host.base}/?p=practice/push`);
  await page.locator(".coach").waitFor();
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
  sees("the log came back changed", readFileSync(await (await saving).path()).equals(readFileSync(log)));
  await left(visitor);
  await host.mend();
}

/** Whatever a browser wants to know before it installs a page; and the offer, once it does. */
async function installs(browser: Browser, host: StaticHost): Promise<void> {
  const visitor = await comes(browser, host.base, "push", { screen: screens.phone });
  const { page } = visitor;
  const hand = new Pointer(page, true);
  const told = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')!.href;
    const manifest = (await (await fetch(link)).json()) as { name: string; start_url: string; scope: string; display: string; icons: { src: string; sizes: string; purpose?: string }[] };
    const icons = await Promise.all(
      manifest.icons.filter(({ sizes }) => sizes !== "any").map(async ({ src, sizes, purpose = "any" }) => {
        const picture = await createImageBitmap(await (await fetch(new URL(src, link))).blob());
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const pen = canvas.getContext("2d")!;
        pen.drawImage(picture, 0, 0);
        return { right: `${picture.width}x${picture.height}` === sizes, purpose, size: picture.width, corner: pen.getImageData(0, 0, 1, 1).data[3]! };
      }),
    );
    return { named: manifest.name, here: [manifest.start_url, manifest.scope].every((each) => new URL(each, link).href === document.baseURI), alone: manifest.display, icons };
  });
  sees(`manifest: ${JSON.stringify(told)}`, told.named !== "" && told.here && told.alone === "standalone" && told.icons.every(({ right }) => right));
  for (const size of [192, 512]) sees(`no icon of ${size}`, told.icons.some((icon) => icon.size === size && icon.purpose === "any"));
  // Cut to any shape, it has to be filled to its corners.
  sees("no icon to be cut to a shape", told.icons.some(({ purpose, corner }) => purpose === "maskable" && corner === 255));
  sees("installing is offered unasked", !(await visitor.button("web.offline.install-now").count()));
  await page.evaluate(() => window.dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: () => Promise.resolve((document.title = "asked")) })));
  await hand.push(visitor.button("web.offline.install-now"));
  await page.waitForFunction(() => document.title === "asked");
  sees("installing is offered twice", !(await visitor.button("web.offline.install-now").count()));
  await left(visitor);
}

/** A newer version is offered on the first page, and nothing changes before somebody takes it; the match goes on. */
async function updates(browser: Browser, host: StaticHost): Promise<void> {
  const visitor = await comes(browser, host.base, "push");
  const { page } = visitor;
  const hand = new Pointer(page, false);
  await playNow(visitor, hand);
  await installed(page);
  const match = page.url();
  const file = (name: string) => readFileSync(join(site, name), "utf8");
  host.replaced.set("index.html", Buffer.from(file("index.html").replace("<head>", '<head><meta name="newer">')));
  host.replaced.set("service.js", Buffer.from(file("service.js").replace(/"version":"\w+"/, '"version":"newer"')));
  const newer = () => page.locator('meta[name="newer"]').count();
  await visitor.reload();
  await visitor.play(hand, () => visitor.moves >= 2);
  sees("a newer version in the middle of a match", !(await newer()) && !(await visitor.button("web.offline.update-now").count()));
  await page.goto(`${host.base}/`);
  sees("a newer version that nobody has taken", !(await newer()));
  await hand.push(visitor.button("web.offline.update-now"));
  await page.locator('meta[name="newer"]').waitFor({ state: "attached" });
  sees("it is offered again", !(await visitor.button("web.offline.update-now").count()));
  await page.goto(match);
  await visitor.play(hand, () => visitor.moves >= 4);
  host.replaced.clear();
  await left(visitor);
}

const browser = await launch();
const host = await StaticHost.of(site);
try {
  await playAll({
    "push, passed on": () => passes(browser, host, "push", "phone", "fr"),
    "quinto, passed on": () => passes(browser, host, "quinto", "desktop", "en"),
    "help without a network": () => helps(browser, host),
    installing: () => installs(browser, host),
    "a newer version": () => updates(browser, host),
  });
} finally {
  await browser.close();
  host.cut();
}
