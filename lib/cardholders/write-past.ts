import type { Tenant } from "#lib/core/caller.ts";
import { createIdAt } from "#lib/core/ids.ts";
import { formatKeyId } from "#lib/crypto/key-id.ts";
import { formatPem } from "#lib/crypto/key-text.ts";
import { generateP256Keys } from "#lib/crypto/p256-keys.ts";
import { importPublicKey } from "#lib/crypto/recipient-key.ts";
import { handOverReceipts, inHandOver } from "#lib/escrow/release.ts";
import { dateOutbox, orderOutbox } from "#lib/events/outbox-past.ts";
import { rewindSums } from "#lib/payments/sum-hours.ts";
import { datePast } from "#lib/payments/write-past.ts";
import { lockCards } from "#lib/recipients/find-recipient.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";
import { insertCardholder, updateDeliveredReceipts } from "./store.ts";
import { deleteIdleCardholders } from "./store-past.ts";

/**
 * Registers a card in the past for a device that does not exist: its private key is forgotten here. What waited for the
 * card is handed over. `keep` is for what else the transaction is to write. Returns the id of the cardholder.
 */
export async function registerInPast(
  tenant: Tenant,
  { hashedPan, at }: { hashedPan: string; at: Date },
  keep: (transaction: Transaction, userId: string) => Promise<void>,
): Promise<string> {
  const { keyId, publicKey } = await makeDeviceKey();
  const indexes = serviceSecrets().cardIndexer.candidates(hashedPan);
  const waiting = { environment: tenant.environment, indexes };
  const holder = { keys: [{ keyId, publicKey, previousKeyId: null }] } as const;
  const id = createIdAt("cardholder", at);
  const cardholder = {
    id,
    organizationId: tenant.organizationId,
    currentKeyId: keyId,
    registeredAt: at,
    deliveredReceipts: 0,
  };
  await inHandOver(holder, async (transaction, keys) => {
    await rewindSums(transaction, at);
    const values = indexes.map(({ value }) => value);
    await lockCards(transaction, "exclusive", values);
    await insertCardholder(transaction, tenant, { ...cardholder, card: indexes[0], publicKey });
    const to = { cardholderId: id, ...holder };
    const paid = await handOverReceipts(transaction, { waiting, by: "card", to, keys });
    await updateDeliveredReceipts(transaction, { id, deliveredReceipts: paid.length });
    await datePast(
      transaction,
      paid.map((paymentId) => ({ id: paymentId, at })),
    );
    await dateOutbox(transaction, [{ id, at }]);
    await orderOutbox(transaction);
    await keep(transaction, id);
  });
  return id;
}

async function makeDeviceKey(): Promise<{ keyId: string; publicKey: string }> {
  const { publicKey } = await generateP256Keys({ extractable: false });
  const der = new Uint8Array(await crypto.subtle.exportKey("spki", publicKey));
  const { pem, thumbprint } = await importPublicKey(formatPem("PUBLIC KEY", der));
  return { keyId: formatKeyId(thumbprint), publicKey: pem };
}

/** Deletes those of the cardholders who have no payment and no grant any more; returns their ids. */
export async function removeIdle(tenant: Tenant, userIds: readonly string[]): Promise<string[]> {
  return await inTransaction((transaction) => deleteIdleCardholders(transaction, tenant, userIds));
}
