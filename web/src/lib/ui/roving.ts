// A zone of the keyboard: Tab comes to it once, the arrows go about in it, to whatever lies that way on the screen.
import type { Attachment } from "svelte/attachments";

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** How much a step aside counts against one ahead. */
const ASIDE = 3;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The nearest of the boxes in a direction, or -1. */
export function nearest(from: Box, boxes: readonly Box[], [dx, dy]: readonly [number, number]): number {
  let [best, least] = [-1, Infinity];
  for (const [at, box] of boxes.entries()) {
    const x = box.left + box.width / 2 - from.left - from.width / 2;
    const y = box.top + box.height / 2 - from.top - from.height / 2;
    const [ahead, aside] = dx ? [x * dx, Math.abs(y)] : [y * dy, Math.abs(x)];
    if (ahead > 1 && ahead + ASIDE * aside < least) [best, least] = [at, ahead + ASIDE * aside];
  }
  return best;
}

export function roving(selector = "button"): Attachment<HTMLElement> {
  return (zone) => {
    let here: HTMLElement | null = null;
    /** Where it stood, and whether it had the focus: what takes its place gets it, so that nobody is thrown out. */
    let at = 0;
    let inside = false;
    const members = () => [...zone.querySelectorAll<HTMLElement>(selector)].filter((each) => !each.closest("[inert]"));

    function settle(): void {
      const all = members();
      const gone = !here || !all.includes(here);
      if (gone) here = all[Math.min(at, all.length - 1)] ?? null;
      for (const each of all) {
        const stop = each === here ? "0" : "-1";
        if (each.getAttribute("tabindex") !== stop) each.setAttribute("tabindex", stop);
      }
      at = here ? all.indexOf(here) : at;
      if (gone && inside && document.activeElement === document.body) here?.focus({ preventScroll: true });
    }

    function focused(event: FocusEvent): void {
      here = (event.target as Element).closest<HTMLElement>(selector) ?? here;
      inside = true;
      settle();
    }

    /** When it was taken away, nothing else has got the focus. */
    function left(event: FocusEvent): void {
      inside = event.relatedTarget === null;
    }

    function keydown(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !here) return;
      const all = members();
      const way = WAYS[event.key];
      const ends: Record<string, HTMLElement | undefined> = { Home: all[0], End: all.at(-1) };
      const boxes = all.map((each) => each.getBoundingClientRect());
      const next = way ? all[nearest(here.getBoundingClientRect(), boxes, way)] : ends[event.key];
      if (!way && !(event.key in ends)) return;
      event.preventDefault();
      next?.focus();
    }

    settle();
    const watch = new MutationObserver(settle);
    watch.observe(zone, { childList: true, subtree: true });
    zone.addEventListener("focusin", focused);
    zone.addEventListener("focusout", left);
    zone.addEventListener("keydown", keydown);
    return () => {
      watch.disconnect();
      zone.removeEventListener("focusin", focused);
      zone.removeEventListener("focusout", left);
      zone.removeEventListener("keydown", keydown);
    };
  };
}
