// Cards that travel: in from where they were, out to where they go. Both ends are measured, so that no part of a board
// need know the layout of another.
import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

export interface Travel {
  /** The other end of the way: an element, what it was measured as, or nothing when it is not on the page. */
  readonly at: Element | DOMRect | null | undefined;
  /** Milliseconds; 0: the card is simply there. */
  readonly duration: number;
  readonly delay?: number;
}

/** A Svelte transition, for `in:` and `out:` alike. */
export function travel(node: Element, { at, duration, delay = 0 }: Travel): TransitionConfig {
  const there = at instanceof Element ? at.getBoundingClientRect() : at;
  const here = node.getBoundingClientRect();
  if (!duration || !there?.width || !here.width) return { duration: 0 };
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  const size = Math.min(1.25, Math.max(0.35, there.width / here.width));
  return {
    duration,
    delay,
    easing: cubicOut,
    css: (t, u) => `transform: translate(${x * u}px, ${y * u}px) scale(${t + u * size}); z-index: 5`,
  };
}
