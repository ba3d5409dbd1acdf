import { serviceSecrets } from "#lib/auth/service-secrets.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { decodeBase64Url } from "#lib/crypto/bytes.ts";
import { rewrapReceipt } from "#lib/crypto/sealed-receipt.ts";
import type { CardIndexes } from "#lib/storage/cards.ts";
import type { Transaction } from "#lib/storage/database.ts";
import { deliverReceipts, lockEscrowedReceipts } from "#lib/storage/envelopes.ts";
import { escrowHorizon } from "#lib/storage/escrow-horizon.ts";

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
