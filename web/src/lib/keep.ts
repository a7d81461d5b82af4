// What this browser remembers. Storage may be full, forbidden or gone: then it is remembered until the page closes.

const fallback = new Map<string, string>();
const PREFIX = "cartable:";

function storage(session: boolean): Storage | null {
  try {
    return session ? window.sessionStorage : window.localStorage;
  } catch {
    return null;
  }
}

export function keep(key: string, value: unknown, { session = false } = {}): void {
  const text = JSON.stringify(value);
  fallback.set(key, text);
  try {
    storage(session)?.setItem(PREFIX + key, text);
  } catch {
    // Kept in `fallback` all the same.
  }
}

export function kept(key: string, { session = false } = {}): unknown {
  let text: string | null | undefined;
  try {
    text = storage(session)?.getItem(PREFIX + key);
  } catch {
    text = null;
  }
  text ??= fallback.get(key);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function forget(key: string, { session = false } = {}): void {
  fallback.delete(key);
  try {
    storage(session)?.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept there.
  }
}
