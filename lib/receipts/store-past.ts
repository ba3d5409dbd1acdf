import type { Tenant } from "#lib/core/caller.ts";
import type { ConsentMethod } from "#lib/core/vocabulary.ts";
import { outboxColumns, paymentEventsPart } from "#lib/events/outbox.ts";
import { parameterRows } from "#lib/storage/parameter-rows.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { eventPart } from "#lib/transitions/transition.ts";
import { isWrappedFor } from "./envelope.ts";

/** A grant of a history for one receipt, and when it was used for that; null where it expired unused. */
export type PastGrant = Tenant & {
  hash: Uint8Array;
  paymentId: string;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  apiKeyId: string | null;
  /** Where it was asked for, and where the receipt was. */
  address: string;
  consentMethod: ConsentMethod;
};

const grants = parameterRows({
  hash: "bytea",
  environment: "environment",
  organizationId: "text",
  paymentId: "text",
  createdAt: "timestamptz",
  expiresAt: "timestamptz",
  usedAt: "timestamptz",
  apiKeyId: "text",
  address: "text",
  consentMethod: "consent_method",
});

/**
 * Stores grants whose receipts are delivered to a cardholder of their organization, and the first opening of each
 * receipt as an event of its payment; returns the hashes of those stored. By hand: one statement of the transaction
 * that writes a history. Reads payments and cardholders, which other rooms own.
 */
export async function insertPastGrants(
  transaction: Transaction,
  rows: readonly PastGrant[],
): Promise<Uint8Array[]> {
  const { rows: stored } = await transaction.query<{ hash: Uint8Array }>({
    name: "insert-past-grants",
    text: insertPastGrantsSql,
    values: grants.values(rows),
  });
  return stored.map(({ hash }) => hash);
}

const insertPastGrantsSql = `
  WITH granted AS (
    SELECT g.*, p.organization_id AS seller_id, c.id AS cardholder_id, c.current_key_id AS granted_key_id
    FROM (SELECT ${grants.list}) AS g
    JOIN payment p ON p.id = g.payment_id AND p.environment = g.environment
    JOIN cardholder c ON c.id = p.cardholder_id AND c.organization_id = g.organization_id
    WHERE p.status = 'succeeded' AND p.receipt_status = 'sealed' AND p.delivered_at <= g.created_at
      AND ${isWrappedFor("c.current_key_id")}
  ), inserted AS (
    INSERT INTO access_token (hash, environment, organization_id, cardholder_id, key_id, payment_id,
                              created_at, expires_at, used_at, used_for, api_key_id, address,
                              used_address, consent_method)
    SELECT hash, environment, organization_id, cardholder_id, granted_key_id, payment_id, created_at,
           expires_at, used_at, CASE WHEN used_at IS NOT NULL THEN payment_id END, api_key_id, address,
           CASE WHEN used_at IS NOT NULL THEN address END, consent_method
    FROM granted
  ), ${eventPart({ from: "granted", organizationId: "seller_id", paymentId: "payment_id", kind: "'opened'", at: "used_at", when: "used_at IS NOT NULL" })},
  ${paymentEventsPart({
    from: `(SELECT p.* FROM happened CROSS JOIN LATERAL (
      SELECT ${["id", "environment", ...outboxColumns].join(", ")} FROM payment
      WHERE id = happened.payment_id OFFSET 0) p) opened`,
    types: ["'receipt.opened'"],
  })}
  SELECT hash FROM granted`;

/** By hand, as above. */
export async function deleteGrants(
  transaction: Transaction,
  hashes: readonly Uint8Array[],
): Promise<void> {
  await transaction.query("DELETE FROM access_token WHERE hash = ANY ($1)", [hashes]);
}
