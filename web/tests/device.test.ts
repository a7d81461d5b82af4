// The page's side of a table with no server: one worker, started when it is needed; whoever waits for it hears of its end.
import { beforeEach, expect, test, vi } from "vitest";
import type { FromWorker, ToWorker, Trouble } from "../src/offline/messages.ts";

class FakeWorker {
  static made: FakeWorker[] = [];
  static broken = false;
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  ended = false;
  readonly heard: ToWorker[] = [];
  constructor() {
    if (FakeWorker.broken) throw new TypeError("no module workers");
    FakeWorker.made.push(this);
  }
  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(message: FromWorker): void {
    this.onmessage?.({ data: message });
  }
}

const worker = () => FakeWorker.made.at(-1)!;
const lastSaid = () => worker().heard.at(-1)!;
const flushed = () => new Promise((resolve) => setTimeout(resolve));
let device: typeof import("../src/offline/device.svelte.ts").device;
let transport: typeof import("../src/offline/transport.ts");

beforeEach(async () => {
  FakeWorker.made = [];
  FakeWorker.broken = false;
  localStorage.clear();
  vi.stubGlobal("Worker", FakeWorker);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.resetModules();
  ({ device } = await import("../src/offline/device.svelte.ts"));
  transport = await import("../src/offline/transport.ts");
});

const why = (promise: Promise<unknown>) => promise.then(() => "came", (error: unknown) => (error as { why?: Trouble }).why);

test("it is started once, however many ask, and quietly where nobody waits", async () => {
  const all = [device.start({ quietly: true }), device.start({ quietly: true })];
  expect(device.progress).toBeNull();
  all.push(device.start());
  expect(device.progress).toBe(0);
  worker().say({ t: "progress", share: 0.4 });
  expect(device.progress).toBe(0.4);
  worker().say({ t: "ready", kept: false });
  await Promise.all(all);
  expect([FakeWorker.made.length, device.progress, device.kept]).toEqual([1, null, false]);
});

test("answers reach whoever asked, in whatever order they come", async () => {
  const asked = ["/api/a", "/api/b"].map((path) => device.request("GET", path, null, ""));
  worker().say({ t: "ready", kept: true });
  await flushed();
  const ids = worker().heard.flatMap((message) => (message.t === "request" ? [message.id] : []));
  for (const id of [...ids].reverse()) worker().say({ t: "answer", id, status: 200, text: String(id) });
  expect((await Promise.all(asked)).map(({ text }) => Number(text))).toEqual(ids);
});

test.each<Trouble>(["no-python", "half-downloaded", "other-tab", "old-browser", "python-failed"])("all who wait hear that it failed, %s, and the next one starts another", async (trouble) => {
  const asked = [device.start(), device.request("GET", "/api/a", null, "")].map(why);
  const socket = device.open("local:local-x");
  const closed = vi.fn();
  socket.onclose = closed;
  worker().say({ t: "failed", why: trouble, about: "" });
  expect(await Promise.all(asked)).toEqual([trouble, trouble]);
  await flushed();
  expect(closed).toHaveBeenCalledTimes(1);
  expect([worker().ended, device.progress]).toEqual([true, null]);
  void device.start();
  expect(FakeWorker.made).toHaveLength(2);
});

test("a worker that dies in the middle is told on every socket and to every request", async () => {
  void device.start();
  worker().say({ t: "ready", kept: true });
  const socket = device.open("local:local-x");
  const closed = vi.fn();
  socket.onclose = closed;
  const asked = why(device.request("GET", "/api/a", null, ""));
  await flushed();
  worker().onerror?.(new ErrorEvent("error", { message: "out of memory" }));
  expect(await asked).toBe("python-failed");
  expect(closed).toHaveBeenCalledTimes(1);
});

test("a page that is left ends its worker, and starts another only when somebody comes back to it", async () => {
  vi.useFakeTimers();
  try {
    const { TableConnection } = await import("../src/lib/net/connection.ts");
    const states: string[] = [];
    const connection = new TableConnection("local:local-x", { opened: () => undefined, received: () => undefined, changed: (state) => states.push(state), failed: () => states.push("failed") });
    connection.start();
    worker().say({ t: "ready", kept: true });
    await vi.advanceTimersByTimeAsync(0);
    const opened = lastSaid();
    worker().say({ t: "opened", socket: opened.t === "open" ? opened.socket : -1, found: true });
    window.dispatchEvent(new Event("pagehide"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([FakeWorker.made.map(({ ended }) => ended), device.running, states]).toEqual([[true], false, ["connecting", "open", "lost"]]);
    window.dispatchEvent(new Event("pageshow"));
    expect(FakeWorker.made).toHaveLength(2);
    connection.stop();
  } finally {
    vi.useRealTimers();
  }
});

test("an old browser is told from a script that did not come", async () => {
  FakeWorker.broken = true;
  expect(await why(device.start())).toBe("old-browser");
  expect(device.progress).toBeNull();
  FakeWorker.broken = false;
  const unread = why(device.start());
  worker().onerror?.(new ErrorEvent("error", { message: "SyntaxError: import" }));
  expect(await unread).toBe("old-browser");
  for (const [reached, told] of [[true, "old-browser"], [false, "no-python"]] as const) {
    vi.stubGlobal("fetch", () => (reached ? Promise.resolve(new Response("")) : Promise.reject(new TypeError("Failed to fetch"))));
    const missing = why(device.start());
    worker().onerror?.(new Event("error"));
    expect(await missing).toBe(told);
  }
});

test("a connection to the device looks like a WebSocket: it opens, carries texts both ways, and closes once", async () => {
  const socket = device.open("local:local-x");
  const events: string[] = [];
  socket.onopen = () => void events.push("open");
  socket.onmessage = ({ data }) => void events.push(data);
  worker().say({ t: "ready", kept: true });
  await flushed();
  const opened = lastSaid();
  expect(opened).toMatchObject({ t: "open", code: "local-x", place: null });
  const number = opened.t === "open" ? opened.socket : -1;
  worker().say({ t: "opened", socket: number, found: true });
  worker().say({ t: "told", socket: number, text: "{}" });
  socket.send("hello");
  expect(lastSaid()).toEqual({ t: "say", socket: number, text: "hello" });
  socket.close();
  socket.close();
  expect(worker().heard.filter(({ t }) => t === "close")).toHaveLength(1);
  worker().say({ t: "told", socket: number, text: "late" });
  expect(events).toEqual(["open", "{}"]);
});

test("every reason has a code of its own for the page, and whoever opens a table holds the device", async () => {
  const failed = transport.askDevice("POST", "tables").catch((error: unknown) => (error as InstanceType<typeof transport.Refused>).problem.code);
  worker().say({ t: "failed", why: "half-downloaded", about: "" });
  expect(await failed).toBe("half-downloaded");
  const opened = transport.askDevice("POST", "tables", "{}");
  worker().say({ t: "ready", kept: true });
  await flushed();
  const asked = lastSaid();
  worker().say({ t: "answer", id: asked.t === "request" ? asked.id : -1, status: 201, text: '{"table":{"code":"local-x"},"place":3}' });
  expect((await opened).ok).toBe(true);
  const { placeAt } = await import("../src/offline/device.svelte.ts");
  expect(placeAt("local-x")).toBe(3);
});

test("ahead of time it is asked for again where there was none yet, until nobody wants it any more", async () => {
  vi.useFakeTimers();
  try {
    const leave = device.loadAhead(10, 10, () => undefined);
    for (const times of [1, 2]) {
      await vi.runOnlyPendingTimersAsync();
      expect(FakeWorker.made).toHaveLength(times);
      worker().say({ t: "failed", why: "no-python", about: "404" });
      await vi.advanceTimersByTimeAsync(0);
    }
    leave();
    await vi.runOnlyPendingTimersAsync();
    expect(FakeWorker.made).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test("a browser that is too old is not asked again", async () => {
  vi.useFakeTimers();
  try {
    device.loadAhead(10, 10, () => undefined);
    await vi.runOnlyPendingTimersAsync();
    worker().say({ t: "failed", why: "old-browser", about: "" });
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
