// What moves in Quinto besides cards: the sum counts up in its coin, then flies to the cell it is written in.
import type { Attachment } from "svelte/attachments";
import { settings } from "../../lib/stores/settings.svelte.ts";

const COUNT_MS = 240;
const FLY_MS = 240;

const written = (value: number) => String(value).replace("-", "−");

/**
 * Count up to a number; without motion it stands there at once. All numbers stand below one another and are drawn past a
 * window: to write one after the other would lay the page out with each.
 */
export function countUp(sum: () => number): Attachment<HTMLElement> {
  return (reel) => {
    const to = sum();
    const steps = settings.still ? 0 : Math.abs(to);
    const numbers = Array.from({ length: steps + 1 }, (_, at) => {
      const number = document.createElement("i");
      number.dataset["value"] = written(to - Math.sign(to) * (steps - at));
      return number;
    });
    reel.replaceChildren(...numbers);
    reel.style.transform = `translateY(${-100 * steps}%)`;
    if (!steps) return;
    const turning = reel.animate([{ transform: "none" }, { transform: reel.style.transform }], { duration: COUNT_MS, easing: `steps(${steps}, end)` });
    return () => turning.cancel();
  };
}

/** The number leaves its coin and lands in a cell. Nothing waits for it. */
export function flySum(sum: number, from: DOMRect, to: Element): void {
  if (settings.still) return;
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
