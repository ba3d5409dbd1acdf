import type { PaymentRequest } from "#lib/client/payments.ts";
import type { Gateway } from "#lib/client/schemas.ts";
import { encodeBase64Url, encodeUtf8 } from "#lib/crypto/bytes.ts";
import type { StoredEntry } from "./entry.ts";
import { entryKey, entryWrites, referencesKey } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import { QueueError } from "./queue-error.ts";
import { encryptCopy } from "./receipt-copy.ts";
import { divideSale, type SealingOptions, sealSale, takeReservation } from "./seal-sale.ts";

type Place = { ledger: Ledger; gateway: Gateway; sealing: SealingOptions | undefined };
type Naming = { id: string; retryOf?: string | undefined };

/** Stores a sale, sealed if the queue seals. Once this resolves, the sale is on the disk and will be sent. */
export async function addSale(
  { ledger, gateway, sealing }: Place,
  sale: PaymentRequest,
  { id, retryOf }: Naming,
): Promise<StoredEntry> {
  const content = await digest(sealing ? divideSale(sale, gateway).clear : sale);
  const existing = await findSame(ledger, { id, content });
  if (existing) return existing;

  const { merchantId, receiptId, transactionId, amount, currency } = sale;
  const references = { gateway, merchantId, receiptId, transactionId };
  const holder = await requireFree(ledger, referencesKey(references));
  const sealed = sealing ? await seal(sale, { ledger, gateway, sealing, id }) : { body: sale };
  const stored: StoredEntry[] = [];
  const keys = [entryKey(id), referencesKey(references)];
  await ledger.update(keys, (found, number) => {
    const meanwhile = found.get<StoredEntry>(entryKey(id));
    if (meanwhile && meanwhile.status.state !== "lost") {
      stored.push(requireSame(meanwhile, content));
      return { writes: [] };
    }
    if (found.get(referencesKey(references)) !== holder) throw new QueueError("references_reused");
    const entry: StoredEntry = {
      id,
      number,
      addedAt: new Date().toISOString(),
      ...references,
      ...(typeof amount === "number" && { amount }),
      ...(typeof currency === "string" && { currency }),
      ...(retryOf !== undefined && { retryOf }),
      content,
      ...sealed,
      idempotencyKey: crypto.randomUUID(),
      status: { state: "queued" },
    };
    stored.push(entry);
    return { writes: [...entryWrites(entry), [referencesKey(references), id]], number };
  });
  const [entry] = stored;
  if (!entry) throw new QueueError("storage_failed");
  return entry;
}

async function findSame(
  ledger: Ledger,
  { id, content }: { id: string; content: string },
): Promise<StoredEntry | undefined> {
  const existing = await ledger.get<StoredEntry>(entryKey(id));
  // A lost one can be given again: the references keep it one payment.
  return existing && existing.status.state !== "lost" ? requireSame(existing, content) : undefined;
}

function requireSame(entry: StoredEntry, content: string): StoredEntry {
  if (entry.content !== content) throw new QueueError("id_reused");
  return entry;
}

/** The service would refuse them later, when the goods are gone. After a decline they may be used again. */
async function requireFree(ledger: Ledger, key: string): Promise<string | undefined> {
  const id = await ledger.get<string>(key);
  const holder = id === undefined ? undefined : await ledger.get<StoredEntry>(entryKey(id));
  if (!holder || ["declined", "refused", "lost"].includes(holder.status.state)) return id;
  throw new QueueError("references_reused");
}

type Sealed = { body: PaymentRequest; copy?: StoredEntry["copy"] };

async function seal(
  sale: PaymentRequest,
  {
    ledger,
    gateway,
    sealing,
    id,
  }: { ledger: Ledger; gateway: Gateway; sealing: SealingOptions; id: string },
): Promise<Sealed> {
  const { receiptKey: key, signingKey } = sealing;
  const reservation = await takeReservation(ledger);
  const body = await sealSale(sale, { gateway, reservation, signingKey });
  return key === "none" ? { body } : { body, copy: await encryptCopy(sale, { key, id }) };
}

/** Of the JSON, in any order of its members. */
async function digest(content: object): Promise<string> {
  const json = JSON.stringify(content, (_, value) => sortMembers(value));
  return encodeBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", encodeUtf8(json))));
}

function sortMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
