import { QueueError } from "./queue-error.ts";
import type { QueueStorage, Value } from "./queue-storage.ts";

/** What a page has; tests bring their own. */
export type BrowserPlatform = {
  indexedDB?: IDBFactory | undefined;
  localStorage?: Pick<Storage, "getItem" | "setItem"> | undefined;
  navigator?: { locks?: LockManager | undefined; storage?: StorageManager | undefined } | undefined;
};

const STORE = "record";

/**
 * A queue in the browser, for all tabs of this origin: IndexedDB, with a marker in localStorage, which tells whether
 * the database was lost. Needs a secure context. Clearing the site's data deletes both.
 */
export function browserStorage(name: string, platform: BrowserPlatform = globalThis): QueueStorage {
  const title = `sealslip-queue:${name}`;
  const state: { db?: IDBDatabase; channel?: BroadcastChannel } = {};

  function requireOpen(): IDBDatabase {
    if (!state.db) throw new QueueError("storage_gone");
    return state.db;
  }

  return {
    async open() {
      const { indexedDB, navigator } = platform;
      if (!indexedDB || !navigator?.locks) throw new QueueError("unsupported");
      const isPersistent = await navigator.storage?.persist?.().catch(() => false);
      state.db = await openDatabase(indexedDB, title);
      state.channel = new BroadcastChannel(title);
      // Where the site's data is cleared, and where another page deletes the database.
      const end = () => {
        state.db?.close();
        delete state.db;
      };
      state.db.onclose = end;
      state.db.onversionchange = end;
      return { isPersistent, damaged: [] };
    },

    async get(key) {
      const store = requireOpen().transaction(STORE).objectStore(STORE);
      return await resultOf(store.get(key));
    },

    async list(prefix, limit) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`, false, true);
      const store = requireOpen().transaction(STORE).objectStore(STORE);
      const found = [
        resultOf(store.getAllKeys(range, limit)),
        resultOf(store.getAll(range, limit)),
      ];
      const [keys = [], values = []] = await Promise.all(found);
      return keys.map((key, index): [string, Value] => [String(key), values[index]]);
    },

    async update(keys, change) {
      // Strict: complete means on the disk.
      const transaction = requireOpen().transaction(STORE, "readwrite", { durability: "strict" });
      const store = transaction.objectStore(STORE);
      const done = completionOf(transaction);
      try {
        const rows = await Promise.all(
          keys.map(async (key) => [key, await resultOf(store.get(key))] as const),
        );
        const found = new Map(rows.filter(([, value]) => value !== undefined));
        for (const [key, value] of change(found)) {
          if (value === undefined) store.delete(key);
          else store.put(value, key);
        }
      } catch (error) {
        done.catch(() => undefined);
        abort(transaction);
        throw error instanceof DOMException ? failure(error) : error;
      }
      await done;
      state.channel?.postMessage("changed");
    },

    async lock(lockName, use, { signal, ifAvailable } = {}) {
      const { locks } = platform.navigator ?? {};
      if (!locks) throw new QueueError("unsupported");
      const options = ifAvailable ? { ifAvailable } : { ...(signal && { signal }) };
      return await locks.request(`${title}:${lockName}`, options, async (lock) => {
        if (!lock) return false;
        await use();
        return true;
      });
    },

    async readMarker() {
      return platform.localStorage?.getItem(title) ?? undefined;
    },

    async writeMarker(text) {
      if (!platform.localStorage) throw new QueueError("unsupported");
      platform.localStorage.setItem(title, text);
    },

    watch(listener) {
      const { channel } = state;
      channel?.addEventListener("message", listener);
      return () => channel?.removeEventListener("message", listener);
    },

    async close() {
      state.channel?.close();
      state.db?.close();
      delete state.db;
    },
  };
}

async function openDatabase(indexedDB: IDBFactory, title: string): Promise<IDBDatabase> {
  const request = indexedDB.open(title, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE);
  return await resultOf(request);
}

async function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return await new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failure(request.error));
  });
}

async function completionOf(transaction: IDBTransaction): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(failure(transaction.error));
  });
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended by itself.
  }
}

/** Of a full disk, a quota, or a database that cannot be read. */
function failure(cause: unknown): QueueError {
  return new QueueError("storage_failed", { cause });
}
