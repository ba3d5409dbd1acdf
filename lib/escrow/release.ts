import type { Environment } from "#lib/core/vocabulary.ts";
import { decodeBase64Url } from "#lib/crypto/bytes.ts";
import type { CardIndexes } from "#lib/crypto/card-index.ts";
import { rewrapReceipt } from "#lib/crypto/sealed-receipt.ts";
import { log } from "#lib/log/logger.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { escrowHorizon } from "./horizon.ts";
import { deliverReceipts, endEscrow, lockEscrowedReceipts } from "./store.ts";

/**
 * Wraps the content keys of what waits in escrow for the card again, for its new holder. Returns
 * how many receipts there were. Only content keys are seen: no receipt is opened.
 */
export async function handOverReceipts(
  transaction: Transaction,
  {
    environment,
    card,
    to,
  }: {
    environment: Environment;
    card: CardIndexes;
    to: { cardholderId: string; keyId: string; key: CryptoKey };
  },
): Promise<number> {
  const { escrowKeys } = serviceSecrets();
  const waiting = await lockEscrowedReceipts(transaction, environment, card, escrowHorizon());
  if (waiting.length === 0) return 0;

  const rewrapped = await Promise.all(
    waiting.map(async ({ paymentId, sealed, escrowVersion }) => {
      const from = escrowKeys.privateKey(escrowVersion);
      const { encrypted_key } = await rewrapReceipt({ sealed, from, to });
      return { paymentId, encryptedKey: decodeBase64Url(encrypted_key) };
    }),
  );
  await deliverReceipts(transaction, environment, to, rewrapped);
  return rewrapped.length;
}

/** Destroys the wrapped keys of receipts that nobody claimed within ESCROW_DAYS. */
export async function expireEscrow(): Promise<undefined> {
  const expired = await endEscrow(escrowHorizon());
  if (expired > 0) log().info({ expired }, "escrow expired");
}
