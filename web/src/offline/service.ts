// The service worker: the page opens without a network, and Python is fetched once. A newer page waits until somebody
// says so: nothing changes in the middle of a match. `build/service.ts` writes what there is, and its version.
import { Downloads, type Source } from "./download.ts";

declare const FILES: readonly string[];
declare const LANGUAGES: readonly string[];
declare const VERSION: string;

const worker = self as unknown as {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void>; matchAll(which: { type: "window"; includeUncontrolled: boolean }): Promise<readonly OpenPage[]>; openWindow(address: string): Promise<unknown> };
  /** What else a folder without a server keeps together, and its version, as tools/site.py has written it. */
  readonly site?: { readonly version: string; readonly files: readonly string[] };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listener: (event: ServiceEvent) => void): void;
};

/** A window of this page. */
interface OpenPage {
  readonly url: string;
  focus(): Promise<unknown>;
}

interface ServiceEvent extends Event {
  /** Of a touched notice: `data` is the address of the page that showed it. */
  readonly notification: { readonly data: string | null; close(): void };
  readonly request: Request;
  readonly data: unknown;
  waitUntil(promise: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

const { site } = worker;
const PAGE = `page-${VERSION}${site ? `-${site.version}` : ""}`;
/** Python, and what the server says that is the same for everybody: kept from one version of the page to the next. */
const PYTHON = "python";
const ANSWERS = "answers";
const ROOT = worker.registration.scope;
const PYTHON_BASE = new URL("python/", ROOT).href;
const LIST = "python/files.json";
/** Tells the server that the scripts are kept here: then it need not write any into the page. */
const KEPT = { "cartable-kept": VERSION };
const SAME_FOR_ALL = /^api\/(games$|rules\/)/;

worker.addEventListener("install", (event) => event.waitUntil(install()));

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => ![PAGE, PYTHON, ANSWERS].includes(name)).map((name) => caches.delete(name))))
      .then(() => tidyPython())
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("message", (event) => {
  if (event.data === "use-now") event.waitUntil(worker.skipWaiting());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(ROOT)) return;
  const inside = request.url.slice(ROOT.length).split(/[?#]/)[0]!;
  if (request.mode === "navigate") event.respondWith(opened(request));
  else if (inside === LIST) event.respondWith(site ? once(request, PAGE) : latest(request, PYTHON));
  else if (inside.startsWith("python/")) event.respondWith(known(request, PYTHON));
  else if (SAME_FOR_ALL.test(inside)) event.respondWith(site ? once(request, PAGE) : latest(request, ANSWERS));
  else if (FILES.includes(`./${inside}`)) event.respondWith(once(request, PAGE));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data ?? ROOT));
});

/** The window that has this page open; a new one where it has been closed. */
async function show(address: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => url === address);
  await (open ? open.focus() : worker.clients.openWindow(address));
}

/** All of the page; and of Python what is new in it, where somebody has used it before. */
async function install(): Promise<void> {
  const cache = await caches.open(PAGE);
  const files = ["./", ...FILES, ...(site?.files ?? [])];
  // As they are on the host now: files without a version in their names may be old ones in the browser's own cache.
  await cache.addAll(files.map((file) => new Request(new URL(file, ROOT).href, { cache: file.startsWith("./assets/") ? "default" : "reload", headers: KEPT })));
  if (!site) return keepRules();
  const python = await caches.open(PYTHON);
  if (!(await python.keys()).length) return;
  const downloads = await Downloads.at(PYTHON_BASE, sourceOf(cache, python), () => undefined);
  await Promise.all(Object.keys(downloads.list.bytes).map((name) => downloads.ensure(name)));
}

/** The games and their rules, as a server tells them: to be read when it is gone. Without them the page is whole too. */
async function keepRules(): Promise<void> {
  const answers = await caches.open(ANSWERS);
  const keep = async (path: string): Promise<Response | undefined> => {
    await answers.add(new URL(path, ROOT).href).catch(() => undefined);
    return answers.match(new URL(path, ROOT).href);
  };
  const games = (await (await keep("api/games"))?.json().catch(() => [])) as readonly { readonly id: string }[] | undefined;
  const books = (games ?? []).flatMap(({ id }) => LANGUAGES.map((language) => `api/rules/${language}/${encodeURIComponent(id)}`));
  await Promise.all(books.map(keep));
}

/** The list is that of this version; the files are kept with the others. */
function sourceOf(page: Cache, python: Cache): Source {
  const list = new URL(LIST, ROOT).href;
  const fetched = async (address: string): Promise<Response> => (address === list ? (await page.match(list))! : fetch(address));
  const kept = { match: (address: string) => python.match(address), delete: (address: string) => python.delete(address) };
  const put = (address: string, response: Response) => (address === list ? Promise.resolve() : python.put(address, response));
  return { fetch: fetched, cache: Promise.resolve({ ...kept, put } as unknown as Cache) };
}

/** What no list names any more goes. */
async function tidyPython(): Promise<void> {
  const listed = await (await caches.match(new URL(LIST, ROOT).href))?.json().catch(() => undefined) as { bytes: Record<string, number> } | undefined;
  if (!listed) return;
  const cache = await caches.open(PYTHON);
  const wanted = new Set([new URL(LIST, ROOT).href, ...Object.keys(listed.bytes).map((name) => PYTHON_BASE + name)]);
  for (const each of await cache.keys()) if (!wanted.has(each.url)) await cache.delete(each);
}

/** A folder of files stays at its version until somebody wants the next; a server is asked first, as it decides. */
async function opened(request: Request): Promise<Response> {
  const page = () => caches.open(PAGE).then((cache) => cache.match(ROOT));
  if (site) return (await page()) ?? fetch(request);
  const asked = new Request(request, { headers: { ...Object.fromEntries(request.headers), ...KEPT } });
  return fetch(asked).catch(async () => (await page()) ?? Response.error());
}

async function known(request: Request, name: string): Promise<Response> {
  return (await (await caches.open(name)).match(request.url)) ?? fetch(request);
}

/** From the cache; else fetched, and kept. */
async function once(request: Request, name: string): Promise<Response> {
  const cache = await caches.open(name);
  const found = await cache.match(request.url);
  if (found) return found;
  const response = await fetch(request);
  // A copy that breaks off is not kept: `put` fails with it.
  if (response.ok) void cache.put(request.url, response.clone()).catch(() => undefined);
  return response;
}

/** As it is now; without a network as it was. */
async function latest(request: Request, name: string): Promise<Response> {
  const cache = await caches.open(name);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request.url, response.clone());
    return response;
  } catch {
    return (await caches.match(request.url)) ?? Response.error();
  }
}
