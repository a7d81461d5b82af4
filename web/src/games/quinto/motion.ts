// What moves in Quinto besides cards: the sum counts up in its coin, then flies to the cell it is written in.
import type { Attachment } from "svelte/attachments";

const COUNT_MS = 240;
const FLY_MS = 240;

function still(motion: number): boolean {
  return motion === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const written = (value: number) => String(value).replace("-", "−");

/** Count up to a number; with reduced motion it stands there at once. */
export function countUp(sum: () => number, motion: number): Attachment<HTMLElement> {
  return (coin) => {
    const to = sum();
    const began = performance.now();
    let frame = 0;
    const step = (now: number) => {
      const done = still(motion) ? 1 : Math.min(1, Math.max(0, now - began) / COUNT_MS);
      const value = written(Math.round(to * done));
      if (coin.dataset["value"] !== value) coin.dataset["value"] = value;
      if (done < 1) frame = requestAnimationFrame(step);
    };
    step(began);
    return () => cancelAnimationFrame(frame);
  };
}

/** The number leaves its coin and lands in a cell. Nothing waits for it. */
export function flySum(sum: number, from: DOMRect, to: Element, motion: number): void {
  if (still(motion)) return;
  const there = to.getBoundingClientRect();
  const number = document.createElement("span");
  number.textContent = written(sum);
  number.ariaHidden = "true";
  Object.assign(number.style, {
    position: "fixed",
    left: `${there.left}px`,
    top: `${there.top}px`,
    width: `${there.width}px`,
    height: `${there.height}px`,
    display: "grid",
    placeItems: "center",
    zIndex: "20",
    pointerEvents: "none",
    color: "var(--pencil)",
    fontWeight: "800",
    fontSize: getComputedStyle(to).fontSize,
  });
  document.body.append(number);
  const x = from.left + from.width / 2 - there.left - there.width / 2;
  const y = from.top + from.height / 2 - there.top - there.height / 2;
  const flight = number.animate([{ transform: `translate(${x}px, ${y}px) scale(2.2)` }, { transform: `translate(${x / 2}px, ${y / 2 - 8}px) scale(1.6)` }, { transform: "none" }], {
    duration: FLY_MS,
    easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
  });
  void flight.finished.catch(() => undefined).then(() => number.remove());
}
