// How one card moves: along a slight arc, a little larger in the middle of its way, landing a little askew. A copy flies in
// a layer above the page, so that nothing cuts it off; the card itself waits, unseen, where it will be.

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface How {
  readonly ms: number;
  readonly delay?: number;
  /** It has gone from the page: only its copy is seen. */
  readonly leaves?: boolean;
  /** It is only pushed aside: no copy. */
  readonly inPlace?: boolean;
  /** It is turned over half way. */
  readonly turns?: boolean;
  /** What it looks like from behind, where that can be seen. */
  readonly back?: Element | null;
}

const OUT = "cubic-bezier(.2,.8,.2,1)";
const IN = "cubic-bezier(.5,0,.9,.4)";
const ARC_PX = 8;
const FALL_MS = 320;
const FALL_AFTER_MS = 600;
const GLOW_MS = 600;
/** Smaller than that no card would be seen. */
const LEAST_PX = 16;
let layer: HTMLElement | null = null;
/** The latest flight of each card. (To ask the browser for it would have the page styled for every card that leaves.) */
const latest = new WeakMap<HTMLElement, Animation>();

/** In the middle of a box and inside it, in the shape of a card, which is not enlarged. */
export function asCard(box: Box, card: Box): Box {
  const width = Math.max(LEAST_PX, Math.min(card.width, box.width, (box.height * card.width) / card.height));
  const height = (width * card.height) / card.width;
  return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height };
}

export function fly(node: HTMLElement, from: Box, to: Box, { ms, delay = 0, leaves = false, inPlace = false, turns = false, back = null }: How): void {
  if (!ms && leaves) return;
  latest.get(node)?.cancel();
  const steps = path(from, to, leaves);
  const timing = { duration: ms, delay, easing: OUT, fill: "backwards" } as const;
  if (inPlace) {
    latest.set(node, node.animate(path(from, to, false), timing));
    return;
  }
  const copy = copied(node, to);
  const flight = copy.animate(steps, timing);
  void flight.finished.then(() => copy.remove(), () => copy.remove());
  if (turns) turnOver(copy, back, { ms, delay, leaves });
  if (leaves) return;
  const hidden = node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: ms + delay });
  latest.set(node, hidden);
  hidden.oncancel = () => copy.remove();
}

/** It is lost: after the die has come to rest it falls, turns and fades. */
export function fall(node: HTMLElement, from: Box, ms: number): void {
  if (!ms) return;
  const copy = copied(node, from);
  const down = { transform: `translateY(${from.height * 1.2}px) rotate(28deg)`, opacity: 0 };
  const flight = copy.animate([{ transform: "none", opacity: 1 }, down], { duration: FALL_MS, delay: FALL_AFTER_MS, easing: IN, fill: "both" });
  void flight.finished.then(() => copy.remove(), () => copy.remove());
}

/** The first half of the way shows one side, which narrows; the second the other, which widens. */
function turnOver(copy: HTMLElement, back: Element | null, { ms, delay, leaves }: { ms: number; delay: number; leaves: boolean }): void {
  const behind = document.createElement("div");
  behind.style.cssText = `position:absolute;inset:0;border-radius:9% / 6.4%${back ? "" : ";background:var(--brass-lip);box-shadow:inset 0 0 0 3px var(--paper),0 0 0 1px var(--ink)"}`;
  if (back) {
    const drawing = back.cloneNode(true) as SVGElement;
    drawing.style.cssText = "width:100%;height:100%;transform:none";
    behind.append(drawing);
  }
  const face = copy.firstElementChild as HTMLElement;
  copy.append(behind);
  const [first, second] = leaves ? [face, behind] : [behind, face];
  const timing = { duration: ms, delay, fill: "both" } as const;
  first.animate([{ transform: "none" }, { transform: "scaleX(0)", offset: 0.42 }, { transform: "scaleX(0)" }], timing);
  second.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: 0.42 }, { transform: "scaleX(1.06)", offset: 0.85 }, { transform: "none" }], timing);
}

/** Nothing moves for those who want calm: what is new comes up, and is outlined for a moment. */
export function glow(node: HTMLElement): void {
  node.animate([{ opacity: 0 }, { opacity: 1 }], 100);
  const ring = { outline: "3px solid var(--mark)", outlineOffset: "2px", borderRadius: "9% / 6.4%" };
  node.animate([ring, ring], GLOW_MS);
}

function path(from: Box, to: Box, leaves: boolean): Keyframe[] {
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const size = from.width / to.width;
  const middle = ((1 + size) / 2) * 1.04;
  const tilt = Math.max(-3, Math.min(3, x / 60));
  return [
    { transform: `translate(${x}px,${y}px) scale(${size})` },
    { transform: `translate(${x / 2}px,${y / 2 - ARC_PX}px) scale(${middle}) rotate(${tilt}deg)` },
    { transform: `rotate(${tilt}deg)`, offset: 0.9, opacity: 1 },
    { transform: "none", opacity: leaves ? 0 : 1 },
  ];
}

/** Its copy in the layer above the page, at this place. */
function copied(node: HTMLElement, { left, top, width, height }: Box): HTMLElement {
  if (!layer?.isConnected) {
    layer = document.createElement("div");
    layer.setAttribute("aria-hidden", "true");
    layer.dataset["flights"] = "";
    layer.style.cssText = "position:fixed;inset:0;z-index:30;pointer-events:none;overflow:hidden;contain:strict";
    document.body.append(layer);
  }
  const holder = document.createElement("div");
  holder.style.cssText = `position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px;will-change:transform`;
  const copy = node.cloneNode(true) as HTMLElement;
  copy.removeAttribute("id");
  copy.style.cssText = `position:absolute;inset:0;width:100%;height:100%;margin:0;transform:none;rotate:none;opacity:1;animation:none`;
  holder.append(copy);
  layer.append(holder);
  return holder;
}
