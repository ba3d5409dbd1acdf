import type { Card } from "#lib/cards/card.ts";
import { decodeBase64Url } from "#lib/crypto/bytes.ts";
import { rewrapReceipt, type WrappingKey } from "#lib/crypto/sealed-receipt.ts";
import { log } from "#lib/log/logger.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { escrowHorizon } from "./horizon.ts";
import {
  type EscrowedReceipt,
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
  { card, to }: { card: Card; to: WrappingKey & { cardholderId: string } },
): Promise<number> {
  let delivered = 0;
  // A credit note may be added to a receipt in escrow while this waits for its lock.
  for (;;) {
    const waiting = await selectEscrowedForUpdate(transaction, card);
    if (waiting.length === 0) return delivered;
    await updateToDelivered(transaction, card.environment, to, await rewrap(waiting, to));
    delivered += waiting.filter(({ isPaid }) => isPaid).length;
  }
}

async function rewrap(waiting: readonly EscrowedReceipt[], to: WrappingKey) {
  const { escrowKeys } = serviceSecrets();
  return await Promise.all(
    waiting.map(async ({ paymentId, sealed, escrowVersion }) => {
      const from = escrowKeys.privateKey(escrowVersion);
      const { encrypted_key } = await rewrapReceipt({ sealed, from, to });
      return { paymentId, encryptedKey: decodeBase64Url(encrypted_key) };
    }),
  );
}

/** Destroys the wrapped keys of receipts that nobody claimed within ESCROW_DAYS. */
export async function expireEscrow(): Promise<undefined> {
  const expired = await updateToExpired(escrowHorizon());
  if (expired > 0) log().info({ expired }, "escrow expired");
}
