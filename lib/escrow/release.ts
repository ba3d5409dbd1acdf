import type { DeliveryPath } from "#lib/core/vocabulary.ts";
import { toRecipientColumns } from "#lib/receipts/envelope.ts";
import type { Recipient } from "#lib/recipients/card.ts";
import type { RewrappedKey } from "#lib/secrets/escrow-keeper.ts";
import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";
import { endBroken, reportBroken } from "./end-broken.ts";
import { escrowHorizon } from "./horizon.ts";
import { readInPortions, rewrapKeys } from "./rewrap-keys.ts";
import {
  countEscrowedBefore,
  type EscrowedReceipt,
  type EscrowPlace,
  firstEscrowPlace,
  selectEscrowedForUpdate,
  updateToDelivered,
  updateToExpired,
  type Waiting,
} from "./store.ts";

/** Each round wraps what came into escrow during the one before it, which is rarely anything. */
const MAX_ROUNDS = 5;

/** Of one hand-over: what is wrapped for its cardholder already, by payment and what it was before. */
export type RewrappedKeys = {
  byReceipt: Map<string, RewrappedKey>;
  isLastRound: boolean;
  /** The payments whose receipts turned out not to open, and have expired instead. */
  broken: string[];
};

/** Whom content keys are wrapped for. */
type KeyHolder = Pick<Recipient, "keys">;

/** Not all content keys were wrapped before the transaction began. */
class NotRewrappedError extends Error {
  override name = "NotRewrappedError";
  readonly missing: readonly EscrowedReceipt[];

  constructor(missing: readonly EscrowedReceipt[]) {
    super("some content keys are not wrapped for the cardholder yet");
    this.missing = missing;
  }
}

/**
 * Runs a transaction that hands receipts over to the holder of the keys. Where it finds content keys that are not
 * wrapped for them yet, it is rolled back, and runs again once they are: a key service may take
 * seconds, and payments would wait for the locks. Only the last of several rounds waits for the rest under them.
 */
export async function inHandOver<T>(
  holder: KeyHolder,
  work: (transaction: Transaction, keys: RewrappedKeys) => Promise<T>,
): Promise<T> {
  const byReceipt: RewrappedKeys["byReceipt"] = new Map();
  for (let round = 1; ; round += 1) {
    const keys = { byReceipt, isLastRound: round === MAX_ROUNDS, broken: [] };
    try {
      const result = await inTransaction((transaction) => work(transaction, keys));
      reportBroken(keys.broken);
      return result;
    } catch (error) {
      if (!(error instanceof NotRewrappedError)) throw error;
      await addRewrapped(keys, error.missing, holder);
    }
  }
}

/**
 * Gives what waits in escrow to its cardholder: under an identifier that was registered, or one sale that was
 * claimed, with the credit notes of its refunds. Returns those of paid payments, by their
 * ids. Only content keys are unwrapped: no receipt is opened. What a till sealed and the escrow key does not open, or
 * with the key of another receipt, expires; if it is the sale that was claimed, nothing is delivered. Belongs in
 * `inHandOver`.
 */
export async function handOverReceipts(
  transaction: Transaction,
  {
    waiting,
    by,
    to,
    keys,
  }: {
    waiting: Waiting;
    by: DeliveryPath;
    to: KeyHolder & { cardholderId: string };
    keys: RewrappedKeys;
  },
): Promise<string[]> {
  const delivered: string[] = [];
  const sales: string[] = [];
  // A credit note may be added to a receipt in escrow while this waits for its lock.
  for (;;) {
    const escrowed = await selectEscrowedForUpdate(transaction, waiting, sales);
    if (escrowed.length === 0) return delivered;
    // Those that are new, or were moved to another escrow key meanwhile.
    const missing = escrowed.filter((receipt) => !keys.byReceipt.has(nameOf(receipt)));
    if (missing.length > 0 && !keys.isLastRound) throw new NotRewrappedError(missing);
    await addRewrapped(keys, missing, to, transaction);
    const { opened, broken } = separate(escrowed, keys);
    keys.broken.push(...(await endBroken(transaction, broken)));
    const isClaimed = ({ paymentId }: EscrowedReceipt) =>
      "paymentId" in waiting && waiting.paymentId === paymentId;
    if (broken.some(isClaimed)) return delivered;

    const keyIds = to.keys.map(({ keyId }) => keyId);
    const receipts = opened.map(({ paymentId, wraps }) => ({
      paymentId,
      ...toRecipientColumns(keyIds, wraps),
    }));
    const {
      cardholderId,
      keys: [{ keyId }],
    } = to;
    await updateToDelivered(
      transaction,
      waiting.environment,
      { cardholderId, keyId, by },
      receipts,
    );
    sales.push(...escrowed.map(({ paymentId }) => paymentId));
    for (const { paymentId, isPaid } of opened) if (isPaid) delivered.push(paymentId);
  }
}

function separate(escrowed: readonly EscrowedReceipt[], { byReceipt }: RewrappedKeys) {
  const all = escrowed.map((receipt) => ({ ...receipt, key: byReceipt.get(nameOf(receipt)) }));
  return {
    opened: all.flatMap(({ key, ...receipt }) =>
      key?.kind === "wrapped" ? [{ ...receipt, wraps: key.wraps }] : [],
    ),
    broken: all.filter(({ key }) => key?.kind === "broken"),
  };
}

async function addRewrapped(
  { byReceipt }: RewrappedKeys,
  missing: readonly EscrowedReceipt[],
  { keys }: KeyHolder,
  transaction?: Transaction,
): Promise<void> {
  const publicKeys = keys.map(({ publicKey }) => publicKey);
  for await (const portion of readInPortions(missing, transaction)) {
    for (const receipt of await rewrapKeys(portion, publicKeys)) {
      byReceipt.set(nameOf(receipt), receipt.rewrapped);
    }
  }
}

function nameOf({ paymentId, escrowVersion, encryptedKey }: EscrowedReceipt): string {
  // Of one payment: a till may have sent the wrap of another's, which opens for that one alone.
  return `${paymentId} ${escrowVersion} ${Buffer.from(encryptedKey).toString("base64")}`;
}

/** How many receipts are past the end of escrow, and still to be expired. */
export async function countOverdue(): Promise<number> {
  return await countEscrowedBefore(escrowHorizon());
}

/** Each page is a transaction, so that its locks are short. */
const PAGE_ROWS = 500;

/**
 * Destroys the wrapped keys of receipts that were not claimed within ESCROW_DAYS, a page at a time: those that
 * come after `after`. Returns them; none at the end.
 */
export async function expireEscrow(
  transaction: Transaction,
  after: EscrowPlace = firstEscrowPlace,
): Promise<EscrowPlace[]> {
  return await updateToExpired(transaction, { time: escrowHorizon(), after, rows: PAGE_ROWS });
}
