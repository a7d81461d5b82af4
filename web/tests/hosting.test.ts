// The worker's side of a table with no server: what is done with the page's messages, whatever happens in Python.
import { beforeEach, expect, test, vi } from "vitest";
import { Failed } from "../src/offline/download.ts";
import { Hosting, type Host } from "../src/offline/hosting.ts";
import type { FromWorker, ToWorker } from "../src/offline/messages.ts";

let told: FromWorker[];
let did: string[];
let starts: number;

const request = (id: number, path = "/api/tables"): ToWorker => ({ t: "request", id, method: "GET", path, place: null, body: "" });
const START: ToWorker = { t: "start", base: "/python/", waitScale: 1 };

function host(more: Partial<Host> = {}): Host {
  return {
    request: (method, path) => Promise.resolve([200, `${method} ${path}`]),
    open: () => Promise.resolve(true),
    said: (line, text) => void did.push(`${line} said ${text}`),
    closed: (line) => void did.push(`${line} closed`),
    ...more,
  };
}

function hosting(made: Host | Error = host(), alone: (onLost: (why: Failed) => void) => Promise<void> = () => Promise.resolve()): Hosting {
  const start = () => {
    starts += 1;
    return made instanceof Error ? Promise.reject(made) : Promise.resolve({ host: made, kept: true });
  };
  return new Hosting({ tell: (message) => void told.push(message), start, alone, distrust: () => void did.push("distrusted") });
}

beforeEach(() => {
  [told, did, starts] = [[], [], 0];
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

test("it is started once, and says so", async () => {
  const here = hosting();
  await Promise.all([here.handle(START), here.handle(START)]);
  expect(starts).toBe(1);
  expect(told).toEqual([{ t: "ready", kept: true }]);
});

test("every request is answered once, by its number", async () => {
  const here = hosting();
  await Promise.all([here.handle(START), ...[3, 1, 2].map((id) => here.handle(request(id, `/api/${id}`)))]);
  const answers = told.filter((message) => message.t === "answer");
  expect(answers).toEqual([3, 1, 2].map((id) => ({ t: "answer", id, status: 200, text: `GET /api/${id}` })));
});

test("a request that Python fails at is answered, and the next one too", async () => {
  const request_ = vi.fn<Host["request"]>().mockRejectedValueOnce(new Error("Traceback")).mockResolvedValue([204, ""]);
  const here = hosting(host({ request: request_ }));
  await here.handle(START);
  await here.handle(request(1));
  await here.handle(request(2));
  expect(told.slice(1)).toEqual([
    { t: "answer", id: 1, status: 500, text: '{"code":"bug"}' },
    { t: "answer", id: 2, status: 204, text: "" },
  ]);
  expect(did).toEqual(["distrusted"]);
});

test("what is said on a line arrives in its order, also before Python is there", async () => {
  const here = hosting();
  const said = ["a", "b", "c"].map((text) => ({ t: "say", socket: 1, text }) as const);
  await Promise.all([here.handle(START), ...said.map((message) => here.handle(message)), here.handle({ t: "close", socket: 1 })]);
  expect(did).toEqual(["1 said a", "1 said b", "1 said c", "1 closed"]);
});

test("a table that is not there is said to be missing", async () => {
  const here = hosting(host({ open: () => Promise.resolve(false) }));
  await here.handle(START);
  await here.handle({ t: "open", socket: 4, code: "local-x", place: 0 });
  expect(told.at(-1)).toEqual({ t: "opened", socket: 4, found: false });
});

test.each([
  [new Failed("half-downloaded", "short"), "half-downloaded"],
  [new Failed("no-python", "404"), "no-python"],
  [new Failed("old-browser", "no"), "old-browser"],
  [new TypeError("what?"), "python-failed"],
])("why it does not start is told once: %s", async (error, why) => {
  const here = hosting(error);
  await Promise.all([here.handle(START), here.handle(request(1)), here.handle(request(2))]);
  expect(told.map((message) => (message.t === "failed" ? message.why : message.t))).toEqual([why]);
  expect(did).toEqual(why === "python-failed" ? ["distrusted"] : []);
});

test("nobody plays while another tab does", async () => {
  const asked = vi.fn<Host["request"]>();
  const here = hosting(host({ request: asked }), () => Promise.reject(new Failed("other-tab", "held")));
  await here.handle(START);
  await here.handle(request(1));
  expect(asked).not.toHaveBeenCalled();
  expect(told.at(-1)).toMatchObject({ t: "failed", why: "other-tab" });
});

test("a page that another one has taken over says so, and does nothing more", async () => {
  const asked = vi.fn<Host["request"]>().mockResolvedValue([200, ""]);
  let lose: (why: Failed) => void = () => undefined;
  const here = hosting(host({ request: asked }), (onLost) => Promise.resolve(void (lose = onLost)));
  await here.handle(START);
  await here.handle(request(1));
  lose(new Failed("other-tab", "stolen"));
  await here.handle(request(2));
  expect(asked).toHaveBeenCalledTimes(1);
  expect(told.at(-1)).toMatchObject({ t: "failed", why: "other-tab" });
});
