// One page of a device plays: who holds the lock, who has to wait, and what becomes of a holder that does not answer.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdAlone } from "../src/offline/alone.ts";

type Holder = { readonly done: (why: Error) => void };

/** As much of the browser's locks as is used, for one name. */
class FakeLocks {
  holder: Holder | null = null;
  request(_: string, { signal, steal }: LockOptions, then: () => Promise<never>): Promise<never> {
    return new Promise((_resolve, reject) => {
      if (!this.holder || steal) {
        this.holder?.done(new DOMException("stolen", "AbortError"));
        this.holder = { done: reject };
        void then();
      } else signal?.addEventListener("abort", () => reject(new DOMException("too long", "TimeoutError")));
    });
  }
}

class FakeChannel {
  static all = new Set<FakeChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    FakeChannel.all.add(this);
  }
  postMessage(data: unknown): void {
    for (const each of [...FakeChannel.all]) if (each !== this) each.onmessage?.({ data });
  }
  close(): void {
    FakeChannel.all.delete(this);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeChannel.all.clear();
  vi.stubGlobal("BroadcastChannel", FakeChannel);
  vi.stubGlobal("navigator", { locks: new FakeLocks() });
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const aborts = new AbortController();
    setTimeout(() => aborts.abort(), ms);
    return aborts.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const outcome = (asked: Promise<void>) => asked.then(() => "held", (error: unknown) => (error as { why?: string }).why ?? "other");

test("a page that plays and answers keeps the lock: the other one is told", async () => {
  const lost = vi.fn();
  await holdAlone(lost);
  const second = outcome(holdAlone(vi.fn()));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await second).toBe("other-tab");
  expect(lost).not.toHaveBeenCalled();
});

test("a page that was left and does not answer loses it", async () => {
  const lost = vi.fn();
  await holdAlone(lost);
  for (const each of FakeChannel.all) each.onmessage = null; // it is frozen
  const second = outcome(holdAlone(vi.fn()));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await second).toBe("held");
  expect(lost).toHaveBeenCalledWith(expect.objectContaining({ why: "other-tab" }));
});

test("where there are no locks, or they are not allowed, everybody plays", async () => {
  vi.stubGlobal("navigator", {});
  expect(await outcome(holdAlone(vi.fn()))).toBe("held");
  vi.stubGlobal("navigator", { locks: { request: () => Promise.reject(new DOMException("no", "SecurityError")) } });
  expect(await outcome(holdAlone(vi.fn()))).toBe("held");
});
