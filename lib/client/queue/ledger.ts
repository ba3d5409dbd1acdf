import type { EntryState, StoredEntry } from "./entry.ts";
import { ENTRIES, entryKey, entryWrites, LOSSES, numberText, OPEN, referencesKey } from "./keys.ts";
import { QueueError } from "./queue-error.ts";
import type { QueueStorage, Value } from "./queue-storage.ts";

/** Storage that is not what it was when it was last used. */
export type StorageLoss = {
  /**
   * `emptied`: nothing is left. `rolled_back`: an older copy is back. `replaced`: the copy is of another till.
   * `damaged`: some of it cannot be read.
   */
  kind: "emptied" | "rolled_back" | "replaced" | "damaged";
  /** The highest number that a sale had. */
  highest: number;
  /** The highest number that the storage still knows of. */
  found: number;
  /** Ids of sales that are damaged. */
  ids: string[];
};

type Meta = {
  /** Tells this storage from any other. */
  store: string;
  /** Grows with each write, so that an older copy shows. */
  version: number;
  /** That of the latest sale. */
  number: number;
};

export type Found = { get: <T>(key: string) => T | undefined };
export type Change = { writes: [string, Value | undefined][]; number?: number };
export type Ledger = Awaited<ReturnType<typeof openLedger>>;

/** Opens a storage and notices what it has lost since it was last used. */
export async function openLedger(storage: QueueStorage) {
  const { isPersistent, damaged } = await storage.open();
  const marker = parseMarker(await storage.readMarker());
  const opened = { isNew: false, hasMarker: true };
  const written: Meta[] = [];

  await storage.update(["meta"], (found) => {
    const meta = readMeta(found.get("meta"));
    opened.isNew = !meta && !marker && damaged.length === 0;
    const next = advance(meta, marker);
    written.push(next);
    const loss = findLoss({ meta, marker, damaged });
    const key = `${LOSSES}${numberText(next.version)}`;
    return new Map<string, Value>([["meta", next], ...(loss ? [[key, loss] as const] : [])]);
  });
  if (damaged.length > 0) await repairLists(storage, damaged);

  /** The sales are stored by then: without a marker, only a later loss could go unnoticed. */
  async function mark([last]: Meta[]): Promise<void> {
    if (!last) return;
    try {
      const seen = parseMarker(await storage.readMarker());
      if (seen?.store === last.store && seen.version >= last.version) return;
      await storage.writeMarker(JSON.stringify(last));
      opened.hasMarker = true;
    } catch {
      opened.hasMarker = false;
    }
  }

  /** `change` returns what to write, and the number that a new sale took. Durable once it resolves. */
  async function update(
    keys: readonly string[],
    change: (found: Found, nextNumber: number) => Change,
  ): Promise<void> {
    const written: Meta[] = [];
    await storage.update(["meta", ...keys], (values) => {
      const meta = readMeta(values.get("meta"));
      if (!meta) throw new QueueError("storage_gone");
      // Only this module writes, and what it wrote is of the type that belongs to the key.
      const get = <T>(key: string) => values.get(key) as T | undefined;
      const { writes, number = meta.number } = change({ get }, meta.number + 1);
      if (writes.length === 0) return new Map();
      const next = { ...meta, version: meta.version + 1, number };
      written.push(next);
      return new Map([...writes, ["meta", next]]);
    });
    await mark(written);
  }

  await mark(written);
  return {
    storage,
    isNew: opened.isNew,
    isPersistent,
    hasMarker: () => opened.hasMarker,
    update,
    async get<T>(key: string): Promise<T | undefined> {
      return (await storage.get(key)) as T | undefined;
    },
    async list<T>(prefix: string, limit?: number): Promise<[string, T][]> {
      return (await storage.list(prefix, limit)) as [string, T][];
    },
  };
}

/** An entry as it is now, for another state; undefined if `decide` returns undefined. */
export async function changeState(
  ledger: Ledger,
  id: string,
  decide: (
    entry: StoredEntry,
  ) => (Partial<Omit<StoredEntry, "status">> & { status: EntryState }) | undefined,
): Promise<StoredEntry | undefined> {
  const changed: StoredEntry[] = [];
  await ledger.update([entryKey(id)], (found) => {
    const entry = found.get<StoredEntry>(entryKey(id));
    const fields = entry && decide(entry);
    if (!fields) return { writes: [] };
    const next = { ...entry, ...fields };
    changed.push(next);
    return { writes: entryWrites(next) };
  });
  return changed[0];
}

/** Numbers and versions are never used twice, whatever was lost. */
function advance(meta: Meta | undefined, marker: Meta | undefined): Meta {
  return {
    store: marker?.store ?? meta?.store ?? crypto.randomUUID(),
    version: Math.max(meta?.version ?? 0, marker?.version ?? 0) + 1,
    number: Math.max(meta?.number ?? 0, marker?.number ?? 0),
  };
}

type Look = {
  meta: Meta | undefined;
  marker: Meta | undefined;
  damaged: (string | undefined)[];
};

function findLoss({ meta, marker, damaged }: Look): StorageLoss | undefined {
  const found = meta?.number ?? 0;
  const highest = Math.max(found, marker?.number ?? 0);
  const ids = damaged.flatMap((key) => (key?.startsWith(ENTRIES) ? [idOf(key)] : []));
  if (damaged.length > 0) return { kind: "damaged", highest, found, ids };
  if (!marker) return undefined;
  if (!meta) return { kind: "emptied", highest, found, ids };
  if (meta.store !== marker.store) return { kind: "replaced", highest, found, ids };
  if (meta.version < marker.version) return { kind: "rolled_back", highest, found, ids };
  return undefined;
}

/** Entries that survived damage are in the lists of what is open again, and damaged ones are `lost`. */
async function repairLists(storage: QueueStorage, damaged: (string | undefined)[]): Promise<void> {
  const numbers = new Map((await storage.list(OPEN)).map(([key, id]) => [id, key]));
  const survived = (await storage.list(ENTRIES))
    .map(([, entry]) => entry as StoredEntry)
    .sort((a, b) => a.number - b.number);
  const lost = damaged.flatMap((key) => (key?.startsWith(ENTRIES) ? [idOf(key)] : []));
  await storage.update([], () => {
    const writes = new Map(survived.flatMap(entryWrites));
    for (const entry of survived) writes.set(referencesKey(entry), entry.id);
    for (const id of lost) {
      const number = Number(numbers.get(id)?.slice(OPEN.length) ?? 0);
      for (const [key, value] of entryWrites(createLost(id, number))) writes.set(key, value);
    }
    return writes;
  });
}

function createLost(id: string, number: number): StoredEntry {
  const unknown = { merchantId: "", receiptId: "", transactionId: "", content: "" };
  const status = { state: "lost" as const };
  return {
    id,
    number,
    addedAt: "",
    gateway: "gateway_one",
    ...unknown,
    idempotencyKey: "",
    status,
  };
}

const idOf = (key: string) => key.slice(ENTRIES.length);

function parseMarker(text: string | undefined): Meta | undefined {
  if (text === undefined) return undefined;
  try {
    return readMeta(JSON.parse(text));
  } catch {
    // A torn marker is none: the sales are not in it.
    return undefined;
  }
}

function readMeta(value: unknown): Meta | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { store, version, number } = value as Partial<Meta>;
  if (typeof store !== "string" || typeof version !== "number") return undefined;
  return typeof number === "number" ? { store, version, number } : undefined;
}
