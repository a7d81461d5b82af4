// One Chromium for many scripts: prints where it listens, and ends when its standard input does. Scripts that find the
// address in CARTABLE_SHARED_BROWSER open contexts of their own in it, which share nothing with one another.
//   node e2e/shared_browser.ts
import { chromium } from "playwright-core";
import { options } from "./browser.ts";

const server = await chromium.launchServer(await options([]));
console.log(server.wsEndpoint());
process.stdin.resume();
process.stdin.on("end", () => void server.close().then(() => process.exit(0)));
