import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openEarly } from "../src/lib/net/early.ts";
import { TableConnection, type ConnectionState } from "../src/lib/net/connection.ts";
import type { DownMessage } from "../src/wire.gen.ts";

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    FakeSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: DownMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let states: (ConnectionState | "failed")[];
let heard: DownMessage[];
let connection: TableConnection;
const last = () => FakeSocket.made.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made = [];
  states = [];
  heard = [];
  connection = new TableConnection("ws://table", {
    opened: (greeted) => greeted || connection.send({ t: "hello", v: 1 }),
    received: (message) => heard.push(message),
    changed: (state) => states.push(state),
    failed: () => states.push("failed"),
  });
  connection.start();
});

afterEach(() => {
  connection.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("it says hello, answers pings itself, and swallows trailing frames", () => {
  last().open();
  last().say({ t: "ping", p: 7 });
  last().say({ t: "" });
  last().say({ t: "bye", why: "stopping" });
  expect(last().sent).toEqual(['{"t":"hello","v":1}', '{"t":"pong","p":7}']);
  expect(heard).toEqual([{ t: "bye", why: "stopping" }]);
  expect(states).toEqual(["connecting", "open"]);
});

test("a connection that does not come about is given up after five seconds", () => {
  vi.advanceTimersByTime(4_900);
  expect(FakeSocket.made).toHaveLength(1);
  vi.advanceTimersByTime(200);
  expect(FakeSocket.made).toHaveLength(2);
  expect(states).toEqual(["connecting", "lost"]);
  vi.advanceTimersByTime(15_000);
  expect(states).toEqual(["connecting", "lost", "failed"]);
});

test("a slow handshake has more time from try to try, until it is through", () => {
  const HANDSHAKE_MS = 12_000;
  for (let tries = 0; tries < 6 && !states.includes("open"); tries++) {
    const socket = last();
    setTimeout(() => socket.readyState === 0 && socket.open(), HANDSHAKE_MS);
    while (last() === socket && !states.includes("open")) vi.advanceTimersByTime(500);
  }
  expect(states.at(-1)).toBe("open");
});

test("it waits longer from try to try, but never long", () => {
  const waits = [];
  for (let i = 0; i < 8; i++) {
    const before = FakeSocket.made.length;
    last().onclose?.();
    let waited = 0;
    while (FakeSocket.made.length === before && waited < 20_000) {
      vi.advanceTimersByTime(100);
      waited += 100;
    }
    waits.push(waited);
  }
  expect(waits[0]).toBeLessThanOrEqual(100);
  expect(waits[4]).toBeGreaterThan(2_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(10_100);
});

test("a page that becomes visible connects at once", () => {
  for (let i = 0; i < 6; i++) {
    last().onclose?.();
    vi.advanceTimersByTime(11_000);
  }
  last().onclose?.();
  const before = FakeSocket.made.length;
  document.dispatchEvent(new Event("visibilitychange"));
  expect(FakeSocket.made).toHaveLength(before + 1);
});

test("a connection that went silent is dead, and found out at once when the page wakes", () => {
  last().open();
  vi.advanceTimersByTime(9_000);
  expect(FakeSocket.made).toHaveLength(1);
  document.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(1);
  expect(FakeSocket.made).toHaveLength(2);
  last().open();
  vi.advanceTimersByTime(41_000);
  expect(FakeSocket.made.length).toBeGreaterThan(2);
});

test("what a dropped socket still says is not heard", () => {
  const first = last();
  first.open();
  const listen = first.onmessage;
  first.onclose?.();
  expect(first.onmessage).toBeNull();
  expect(listen).not.toBeNull();
  connection.stop();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(1);
});

test("a connection begun before the page was there is taken up, with all that was heard on it", () => {
  connection.stop();
  openEarly("ws://table");
  const early = last();
  expect(JSON.parse(new URL(early.url).searchParams.get("hello")!)).toMatchObject({ t: "hello", v: 1 });
  early.open();
  early.say({ t: "ping", p: 1 });
  early.say({ t: "bye", why: "stopping" });
  connection.start();
  expect(last()).toBe(early);
  expect(heard).toEqual([{ t: "bye", why: "stopping" }]);
  early.say({ t: "ping", p: 2 });
  expect(early.sent.map((text) => (JSON.parse(text) as { t: string }).t)).toEqual(["pong", "pong"]);
  expect(states.at(-1)).toBe("open");
});

test("a connection begun for another table, or lost meanwhile, is not taken up", () => {
  connection.stop();
  for (const [url, state] of [["ws://other", 1], ["ws://table", 3]] as const) {
    openEarly(url);
    const early = last();
    early.readyState = state;
    connection.start();
    expect(last()).not.toBe(early);
    expect(early.readyState).toBe(3);
    connection.stop();
  }
});

test("a device that goes offline is lost at once, and comes back as soon as it can", () => {
  last().open();
  window.dispatchEvent(new Event("offline"));
  expect(states.at(-1)).toBe("lost");
  window.dispatchEvent(new Event("online"));
  last().open();
  expect(states.at(-1)).toBe("open");
});
