import type { PaymentRequest } from "#lib/client/payments.ts";
import { addSale } from "./add-sale.ts";
import { cancelSale } from "./cancel-sale.ts";
import { type Entry, isSettled, type StoredEntry, toEntry } from "./entry.ts";
import { ENTRIES, entryKey, entryWrites, LOSSES, RESERVATIONS, referencesKey } from "./keys.ts";
import { openLedger, type StorageLoss } from "./ledger.ts";
import { QueueError } from "./queue-error.ts";
import type { TillQueueOptions } from "./queue-options.ts";
import { decryptCopy } from "./receipt-copy.ts";
import { createSending, type Sent } from "./run-sender.ts";
import type { SealingOptions } from "./seal-sale.ts";

export type QueueStatus = {
  /** Neither the storage nor its marker existed before: the first start, or all was deleted. */
  isNew: boolean;
  /** Until `acceptLoss` is called. */
  losses: StorageLoss[];
  /** Whether the platform promised to keep the storage; undefined where there is no such promise. */
  isPersistent: boolean | undefined;
  /** Whether a loss of the storage would be noticed. */
  isGuarded: boolean;
  /** How many sales can be sealed without a network. */
  reservations: number;
};

/** What another try may have of its own: another time, and another card. */
export type RetryChanges = {
  transactionId: string;
  transactionDate?: string;
  recipientHashedPan?: string;
  recipientHashedPar?: string;
  paymentMethod?: string;
  cardNonce?: string;
  verificationToken?: string;
};

export type TillQueue = Awaited<ReturnType<typeof createTillQueue>>;

/** Opens the queue of a till. Throws QueueError if the storage cannot be opened. */
export async function createTillQueue({ storage, ...options }: TillQueueOptions) {
  const { client, gateway, sealing } = options;
  const ledger = await openLedger(storage);
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const unwatch = storage.watch(changed);
  const observed = {
    ...ledger,
    update: async (...input: Parameters<typeof ledger.update>) => {
      await ledger.update(...input);
      changed();
    },
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const sending = createSending({ ...options, ledger: observed, subscribe });

  async function requireStored(id: string): Promise<StoredEntry> {
    const entry = await ledger.get<StoredEntry>(entryKey(id));
    if (!entry) throw new QueueError("not_found");
    return entry;
  }

  async function add(
    sale: PaymentRequest,
    { id = crypto.randomUUID(), retryOf }: { id?: string; retryOf?: string } = {},
  ): Promise<Entry> {
    return toEntry(await addSale({ ledger: observed, gateway, sealing }, sale, { id, retryOf }));
  }

  return {
    /**
     * Stores a sale. Once this resolves, it is on the disk and will be sent. If it throws, the sale was not accepted: do not
     * hand over the goods. The same sale under the same id is the same entry.
     */
    add: (sale: PaymentRequest, naming?: { id?: string }) => add(sale, naming),

    /** Sends what is open once, until something stops the line. Throws the reason of the signal. */
    send: (call: { signal?: AbortSignal } = {}): Promise<Sent> => sending.send(call.signal),

    /** Sends until the signal ends it, also after the network was gone. */
    run: (call: { signal: AbortSignal; onSent?: (sent: Sent) => void }) => sending.run(call),

    /** In order. */
    async list(): Promise<Entry[]> {
      const entries = await ledger.list<StoredEntry>(ENTRIES);
      return entries.map(([, entry]) => toEntry(entry)).sort((a, b) => a.number - b.number);
    },

    async get(id: string): Promise<Entry | undefined> {
      const entry = await ledger.get<StoredEntry>(entryKey(id));
      return entry && toEntry(entry);
    },

    /** Throws `not_cancelable` for a sale that is paid, which is refunded, or was not taken. */
    async cancel(id: string, { signal }: { signal?: AbortSignal } = {}): Promise<Entry> {
      await cancelSale({ ledger: observed, client, signal }, id);
      return toEntry(await requireStored(id));
    },

    /** Adds the sale of a declined, canceled, or refused entry again, under another `transactionId`. */
    async retryAs(id: string, changes: RetryChanges): Promise<Entry> {
      const entry = await requireStored(id);
      const { state } = entry.status;
      if (state !== "declined" && state !== "canceled" && state !== "refused") {
        throw new QueueError("not_settled");
      }
      if (changes.transactionId === entry.transactionId) throw new QueueError("references_reused");
      const sale = { ...(await readSale(entry, sealing)), ...changes };
      return await add(sale, { retryOf: id });
    },

    /** Deletes a sale that is settled. */
    async remove(id: string): Promise<void> {
      const key = referencesKey(await requireStored(id));
      await observed.update([entryKey(id), key], (found) => {
        const entry = found.get<StoredEntry>(entryKey(id));
        if (!entry) return { writes: [] };
        if (!isSettled(entry.status)) throw new QueueError("not_settled");
        const gone = entryWrites(entry).map(([each]): [string, undefined] => [each, undefined]);
        return { writes: found.get(key) === id ? [...gone, [key, undefined]] : gone };
      });
    },

    async status(): Promise<QueueStatus> {
      const { isNew, isPersistent } = ledger;
      const losses = (await ledger.list<StorageLoss>(LOSSES)).map(([, loss]) => loss);
      const reservations = (await ledger.list(RESERVATIONS)).length;
      return { isNew, isPersistent, losses, isGuarded: ledger.hasMarker(), reservations };
    },

    /** After a person has looked: sending goes on, with what the storage still has. */
    async acceptLoss(): Promise<void> {
      const losses = await ledger.list(LOSSES);
      await observed.update([], () => ({ writes: losses.map(([key]) => [key, undefined]) }));
    },

    /** Calls the listener after each change, of other tabs and processes too. Returns what ends that. */
    onChange: subscribe,

    /** End `run` first. */
    async close(): Promise<void> {
      unwatch();
      await storage.close();
    },
  };
}

async function readSale(
  { id, body, copy }: StoredEntry,
  sealing: SealingOptions | undefined,
): Promise<PaymentRequest> {
  if (body && !("sealedReceipt" in body)) return body;
  const key = sealing?.receiptKey ?? "none";
  if (!copy || key === "none") throw new QueueError("no_receipt");
  return await decryptCopy(copy, { key, id });
}
