// The service worker: the page opens without a network, and Python is fetched once. A newer page waits until somebody
// says so: nothing changes in the middle of a match. `build/service.ts` writes what there is, and its version.
declare const FILES: readonly string[];
declare const VERSION: string;

const worker = self as unknown as {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listener: (event: ServiceEvent) => void): void;
};

interface ServiceEvent extends Event {
  readonly request: Request;
  readonly data: unknown;
  waitUntil(promise: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

const PAGE = `page-${VERSION}`;
/** Python, and what the server says that is the same for everybody: kept from one version of the page to the next. */
const PYTHON = "python";
const ANSWERS = "answers";
const ROOT = worker.registration.scope;
const SAME_FOR_ALL = /^api\/(games$|rules\/)/;

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(PAGE).then((cache) => cache.addAll(["./", ...FILES].map((file) => new URL(file, ROOT).href))));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => ![PAGE, PYTHON, ANSWERS].includes(name)).map((name) => caches.delete(name))))
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
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(ROOT)));
  else if (inside === "python/files.json") event.respondWith(list(request));
  else if (inside.startsWith("python/")) event.respondWith(once(request, PYTHON));
  else if (SAME_FOR_ALL.test(inside)) event.respondWith(latest(request, ANSWERS));
  else if (FILES.includes(`./${inside}`)) event.respondWith(once(request, PAGE));
});

async function kept(address: string): Promise<Response> {
  return (await caches.match(address)) ?? Response.error();
}

/** From the cache; else fetched, and kept. */
async function once(request: Request, name: string): Promise<Response> {
  const cache = await caches.open(name);
  const known = await cache.match(request.url);
  if (known) return known;
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
    return kept(request.url);
  }
}

/** The list of Python's files: those that are not on it any more go. */
async function list(request: Request): Promise<Response> {
  const response = await latest(request, PYTHON);
  const files = (await response.clone().json().catch(() => null)) as { bytes: Record<string, number> } | null;
  if (files) {
    const base = new URL("python/", ROOT).href;
    const cache = await caches.open(PYTHON);
    const wanted = new Set([`${base}files.json`, ...Object.keys(files.bytes).map((name) => base + name)]);
    for (const each of await cache.keys()) if (!wanted.has(each.url)) await cache.delete(each);
  }
  return response;
}
