// The window that has lost its seat to another one: the server is asked now and then whether that one still has it.
import { api } from "../lib/net/api.ts";

const ASKED_MS = 3_000;
const WAKES = ["focus", "pageshow", "online"] as const;

/** Call `then` once nobody is connected at this place any more. Asked only while the page is seen; returns what ends it. */
export function whenSeatFree(code: string, place: number, then: () => void): () => void {
  let isWanted = true;
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (isAsking || document.visibilityState === "hidden") return;
    isAsking = true;
    const own = await api.mine(code).catch(() => null);
    isAsking = false;
    const holder = own?.table.places.find(({ id }) => id === place);
    if (isWanted && holder?.present === false) then();
  };
  const woken = (): void => void ask();
  const timer = setInterval(woken, ASKED_MS);
  for (const each of WAKES) window.addEventListener(each, woken);
  document.addEventListener("visibilitychange", woken);
  return () => {
    isWanted = false;
    clearInterval(timer);
    for (const each of WAKES) window.removeEventListener(each, woken);
    document.removeEventListener("visibilitychange", woken);
  };
}
