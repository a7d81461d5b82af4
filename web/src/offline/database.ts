// What a table with no server is kept in: bytes under names, in IndexedDB. A write is safe when its promise is kept.
// The twin of `cartable.browser.database`.

export interface Kept {
  read(key: string): Promise<Uint8Array | undefined>;
  readAll(prefix: string): Promise<[string, Uint8Array][]>;
  write(puts: [string, Uint8Array][], gone: string[]): Promise<void>;
}

const NAME = "cartable";
const STORE = "kept";
/** Sorts after every letter there is: the end of a range of names. */
const LAST = "\uffff";

function promised<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });
}

/** A database of this browser, that of the tables if not told otherwise. Rejects where there is none, as in some private windows. */
export async function openDatabase(name = NAME): Promise<Kept> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await promised(opening);
  const reading = () => database.transaction(STORE).objectStore(STORE);
  return {
    read: (key) => promised(reading().get(key) as IDBRequest<Uint8Array | undefined>),
    readAll: async (prefix) => {
      const store = reading();
      const range = IDBKeyRange.bound(prefix, prefix + LAST);
      const [keys, values] = await Promise.all([promised(store.getAllKeys(range)), promised(store.getAll(range))]);
      return keys.map((key, at) => [key as string, values[at] as Uint8Array]);
    },
    write: (puts, gone) =>
      new Promise((resolve, reject) => {
        // Strict: told to be safe only when it has reached the disk.
        const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
        const store = transaction.objectStore(STORE);
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB"));
        for (const [key, value] of puts) store.put(value, key);
        for (const key of gone) store.delete(key);
      }),
  };
}

/** Where nothing can be kept: it lasts until the page is closed. */
export function memoryDatabase(): Kept {
  const kept = new Map<string, Uint8Array>();
  return {
    read: (key) => Promise.resolve(kept.get(key)),
    readAll: (prefix) => Promise.resolve([...kept].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1))),
    write: (puts, gone) => {
      for (const [key, value] of puts) kept.set(key, value);
      for (const key of gone) kept.delete(key);
      return Promise.resolve();
    },
  };
}
