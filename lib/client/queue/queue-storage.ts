/** JSON. */
export type Value = unknown;

/** What is written in one step; `undefined` deletes the key. */
export type Writes = ReadonlyMap<string, Value | undefined>;

export type Opened = {
  /** Whether the platform promised to keep the data under pressure; undefined where there is no such promise. */
  isPersistent: boolean | undefined;
  /** Keys whose value could not be read; undefined for what was damaged as a whole and set aside. */
  damaged: (string | undefined)[];
};

export type LockOptions = {
  /** Rejects with its reason while it waits. */
  signal?: AbortSignal | undefined;
  /** Does not wait: resolves to false if the lock is taken. */
  ifAvailable?: boolean | undefined;
};

/** Where a queue keeps its sales: keys in alphabetical order, each with a value. */
export type QueueStorage = {
  open: () => Promise<Opened>;
  get: (key: string) => Promise<Value | undefined>;
  /** In the order of the keys. */
  list: (prefix: string, limit?: number) => Promise<[string, Value][]>;
  /**
   * Reads the keys and writes what `change` makes of them, as one step that no other tab or process sees half done.
   * Durable once it resolves; where it rejects, nothing was written. `change` may throw.
   */
  update: (
    keys: readonly string[],
    change: (found: ReadonlyMap<string, Value>) => Writes,
  ) => Promise<void>;
  /** Runs `use` while no other tab or process has the lock, which a dead one releases. False if it was not free. */
  lock: (name: string, use: () => Promise<void>, options?: LockOptions) => Promise<boolean>;
  /** A short text in a second place, which says how far this storage was. */
  readMarker: () => Promise<string | undefined>;
  writeMarker: (text: string) => Promise<void>;
  /** Calls the listener after other tabs or processes have written. Returns what ends that. */
  watch: (listener: () => void) => () => void;
  close: () => Promise<void>;
};
