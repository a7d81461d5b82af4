// Only one page of a device may write its tables. The page that plays holds a lock for as long as its worker lives, and
// answers whoever asks whether it still lives: some browsers keep a page that was left, frozen, and its lock with it.
import { Failed } from "./download.ts";

const NAME = "cartable-device";
/** The page that plays may take this long to let go, as when it is reloaded, or to say that it lives. */
const PATIENCE_MS = 4_000;

/** Hold the lock, or fail when another page plays. `onLost`: another page took it, because this one had not answered. */
export async function holdAlone(onLost: (why: Failed) => void): Promise<void> {
  // Without locks (plain HTTP, or not allowed) nobody can tell.
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return;
  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(NAME) : null;
  let isAnswered = false as boolean;
  if (channel) channel.onmessage = ({ data }) => (isAnswered ||= data === "here");
  channel?.postMessage("who plays?");
  try {
    await held(locks, { signal: AbortSignal.timeout(PATIENCE_MS) }, onLost);
  } catch (error) {
    if (error instanceof DOMException && error.name === "SecurityError") return;
    if (isAnswered || !channel) {
      channel?.close();
      throw new Failed("other-tab", error);
    }
    await held(locks, { steal: true }, onLost);
  }
  if (channel) channel.onmessage = ({ data }) => data === "who plays?" && channel.postMessage("here");
}

/** Kept as soon as the lock is held, which it then is until the worker ends or another page takes it. */
function held(locks: LockManager, how: LockOptions, onLost: (why: Failed) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let isHeld = false;
    locks
      .request(NAME, how, () => {
        isHeld = true;
        resolve();
        return new Promise(() => undefined);
      })
      .catch((error: unknown) => {
        const why = error as DOMException;
        if (isHeld) onLost(new Failed("other-tab", why));
        else reject(why);
      });
  });
}
