// What frames cost the thread that scripts, style and layout share: its processor time, from a trace of the browser. Unlike
// frames a second it does not depend on what else the machine does.
import type { Browser, Page } from "playwright-core";

/** Marks that the page sets: something moves from here, a frame of it, everything rests again. */
export const MARKS = { moves: "cartable-moves", frame: "cartable-frame", rests: "cartable-rests" } as const;

interface Traced {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Processor time in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface Cost {
  readonly frames: number;
  /** For each frame, on average. */
  readonly ms: number;
  readonly layouts: number;
}

export async function traced(browser: Browser, page: Page, work: () => Promise<void>): Promise<Cost> {
  await browser.startTracing(page, { categories: ["__metadata", "toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: readonly Traced[] };
  return costOf(trace.traceEvents);
}

function costOf(events: readonly Traced[]): Cost {
  const marks = events.filter(({ name, ph }) => ph !== "M" && Object.values<string>(MARKS).includes(name)).sort((a, b) => a.ts - b.ts);
  const frames = marks.filter(({ name }) => name === MARKS.frame).length;
  const moving = marks.flatMap((mark) => {
    const end = mark.name === MARKS.moves && marks.find(({ name, ts }) => name === MARKS.rests && ts > mark.ts);
    return end ? [{ from: mark.ts, to: end.ts }] : [];
  });
  const main = events.find(({ ph, name, pid, args }) => ph === "M" && name === "thread_name" && args?.name === "CrRendererMain" && pid === marks[0]?.pid);
  const within = events.filter(({ ph, pid, tid, ts }) => ph === "X" && pid === main?.pid && tid === main.tid && moving.some(({ from, to }) => ts >= from && ts <= to));
  const spent = within.filter(({ name }) => name === "RunTask").reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  return { frames, ms: spent / 1000 / Math.max(1, frames), layouts: within.filter(({ name }) => name === "Layout").length / Math.max(1, frames) };
}
