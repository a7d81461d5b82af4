// A processor that is so many times slower, for pages and their workers. (The browser's own throttling leaves workers
// alone.) All processes of pages run only a part of the time: they are stopped and let go on again. Linux alone.
import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const SLICE_MS = 8;

/** The processes of pages below a browser's. */
function renderers(browser: number): readonly number[] {
  const parents = new Map<number, number>();
  const pages = new Set<number>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
      parents.set(Number(name), Number(parent));
      if (readFileSync(`/proc/${name}/cmdline`, "utf8").includes("--type=renderer")) pages.add(Number(name));
    } catch {
      // It is gone already.
    }
  }
  const below = (process: number): boolean => process === browser || (parents.has(process) && below(parents.get(process)!));
  return [...pages].filter(below);
}

/** Slow all open pages of a browser down; what is returned ends it. */
export function slowed(browser: ChildProcess, times: number): () => void {
  if (times <= 1) return () => undefined;
  const all = renderers(browser.pid!);
  const send = (signal: NodeJS.Signals) => all.forEach((each) => process.kill(each, signal));
  let timer: NodeJS.Timeout;
  const run = (): void => {
    send("SIGCONT");
    timer = setTimeout(stop, SLICE_MS);
  };
  const stop = (): void => {
    send("SIGSTOP");
    timer = setTimeout(run, SLICE_MS * (times - 1));
  };
  stop();
  return () => {
    clearTimeout(timer);
    send("SIGCONT");
  };
}
