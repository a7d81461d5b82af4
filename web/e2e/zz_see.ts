import { launch } from "/work/main/web/e2e/browser.ts";
const base = process.argv[2]!;
const browser = await launch();
const errors: string[] = [];
for (const [name, size, lang, game] of [["phone", { width: 390, height: 844 }, "fr", "push"], ["narrow", { width: 320, height: 640 }, "fr", "quinto"], ["wide", { width: 1280, height: 800 }, "en", "quinto"]] as const) {
  const context = await browser.newContext({ viewport: size, locale: lang });
  const page = await context.newPage();
  page.on("console", (m) => { if (m.type() === "error") errors.push(m.text()); });
  page.on("pageerror", (e) => errors.push(String(e)));
  const opened: any = await (await context.request.post(`${base}/api/tables`, { data: { game, name: "Ann" } })).json();
  const code = opened.table.code;
  await context.request.post(`${base}/api/tables/${code}/bots`, { data: { level: "strong" } });
  await page.goto(`${base}/t/${code}`);
  await page.waitForSelector("main");
  await page.waitForTimeout(800);
  await page.screenshot({ path: `/tmp/shots/${name}-lobby.png`, fullPage: true });
  await context.request.post(`${base}/api/tables/${code}/start`, { data: {} });
  const hint = page.getByRole("button", { name: lang === "fr" ? "Conseil" : "Hint" });
  await hint.waitFor({ timeout: 60000 });
  await page.screenshot({ path: `/tmp/shots/${name}-before.png` });
  await hint.click();
  await page.waitForTimeout(2500);
  await page.screenshot({ path: `/tmp/shots/${name}-hint.png` });
  console.log(await page.locator("p.reason").innerText());
  // play on by the hints themselves
  const tell: any = await (await context.request.post(`${base}/api/tables/${code}/hint`)).json();
  console.log(JSON.stringify(tell));
  await context.request.post(`${base}/api/tables/${code}/leave`, { data: {} });
  let match = "";
  for (let i = 0; i < 400; i++) {
    const info: any = await (await context.request.get(`${base}/api/tables/${code}`)).json();
    match = info.match;
    if (info.phase === "over") break;
    await page.waitForTimeout(300);
  }
  await page.goto(`${base}/replay/${match}?at=60`);
  await page.waitForSelector("#luck", { timeout: 30000 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: `/tmp/shots/${name}-replay.png`, fullPage: true });
  await context.close();
}
console.log("errors", errors);
await browser.close();
