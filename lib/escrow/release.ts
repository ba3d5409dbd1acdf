import type { Card } from "#lib/cards/card.ts";
import { AppError } from "#lib/core/errors.ts";
import { KeyServiceError } from "#lib/secrets/key-service.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { escrowHorizon } from "./horizon.ts";
import {
  countEscrowedBefore,
  type EscrowedReceipt,
  type EscrowPlace,
  firstEscrowPlace,
  selectEscrowedForUpdate,
  updateToDelivered,
  updateToExpired,
} from "./store.ts";

/**
 * Wraps the content keys of what waits in escrow for the card again, for its new cardholder. Returns
 * how many of them are receipts of paid payments. Only content keys are unwrapped: no receipt is opened.
 */
export async function handOverReceipts(
  transaction: Transaction,
  {
    card,
    to,
  }: {
    card: Card;
    to: { cardholderId: string; keyId: string; publicKey: string };
  },
): Promise<number> {
  let delivered = 0;
  // A credit note may be added to a receipt in escrow while this waits for its lock.
  for (;;) {
    const waiting = await selectEscrowedForUpdate(transaction, card);
    if (waiting.length === 0) return delivered;
    const receipts = await rewrapKeys(waiting, to.publicKey);
    await updateToDelivered(transaction, card.environment, to, receipts);
    delivered += waiting.filter(({ isPaid }) => isPaid).length;
  }
}

/** The content keys of the receipts, wrapped for the holder of the public key (PEM). */
export async function rewrapKeys<
  Waiting extends Pick<EscrowedReceipt, "escrowVersion" | "encryptedKey">,
>(
  waiting: readonly Waiting[],
  publicKey: string,
): Promise<(Waiting & { rewrappedKey: Uint8Array })[]> {
  const keys = waiting.map(({ escrowVersion, encryptedKey }) => ({
    version: escrowVersion,
    wrapped: new Uint8Array(encryptedKey),
  }));
  const rewrapped = await serviceSecrets().escrow.rewrap(keys, publicKey).catch(toAppError);
  return waiting.flatMap((receipt, at) => {
    const rewrappedKey = rewrapped[at];
    return rewrappedKey ? [{ ...receipt, rewrappedKey }] : [];
  });
}

/** Whoever waits for a key service that is away may try again. */
function toAppError(error: unknown): never {
  if (!(error instanceof KeyServiceError)) throw error;
  throw new AppError("service_unavailable", {
    message: "Service temporarily unavailable",
    headers: { "Retry-After": "5" },
    cause: error,
  });
}

/** How many receipts are past the end of escrow, and still to be expired. */
export async function countOverdue(): Promise<number> {
  return await countEscrowedBefore(escrowHorizon());
}

/** Each page is a transaction: nobody waits long for its locks. */
const PAGE_ROWS = 500;

/**
 * Destroys the wrapped keys of receipts that nobody claimed within ESCROW_DAYS, a page at a time: those that
 * come after `after`. Returns them; none at the end.
 */
export async function expireEscrow(
  transaction: Transaction,
  after: EscrowPlace = firstEscrowPlace,
): Promise<EscrowPlace[]> {
  return await updateToExpired(transaction, { time: escrowHorizon(), after, rows: PAGE_ROWS });
}
