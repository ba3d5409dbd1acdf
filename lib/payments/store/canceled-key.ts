import type { Act } from "#lib/audit/act.ts";
import { actParts, actValues } from "#lib/audit/statement.ts";
import type { Tenant } from "#lib/core/caller.ts";
import { pool } from "#lib/storage/database.ts";
import { deleteInSteps } from "#lib/storage/delete-in-steps.ts";
import { IDENTIFIERS_SINCE, olderCodeServes } from "#lib/storage/older-code.ts";

// [Note: a canceled key]
//
// A row of `idempotency_record` without a payment: a create that comes with the key is refused. The unique key of the
// table decides between it and a create that is being stored. In place of a fingerprint it has the id of the payment
// that had the key when it was canceled, if there was one. Code from before would look for the payment forever, so no
// such row is written while a process serves that has it.

/** The payment id of such a row: the index on it finds them all. */
export const NO_PAYMENT = "";

/** Which payment had the key; undefined for none. */
export function readCanceledPayment(fingerprint: Uint8Array): string | undefined {
  return fingerprint.length === 0 ? undefined : Buffer.from(fingerprint).toString();
}

type KeyCancellation = "canceled" | "taken" | "older_code";

type NewKey = Tenant & { keyHash: Uint8Array; keyVersion: number; act: Act };

/**
 * Cancels a key that nothing has. By hand: it waits for a create that is being stored, and reads the processes, which
 * another room owns. `older_code`: nothing was done, since a process serves that does not know such rows.
 */
export async function insertCanceledKey({
  organizationId,
  environment,
  keyHash,
  keyVersion,
  act,
}: NewKey): Promise<KeyCancellation> {
  const { rows } = await pool().query<CanceledRow>({
    name: "cancel-key",
    text: `
      WITH older AS MATERIALIZED (
        SELECT ${olderCodeServes(IDENTIFIERS_SINCE)} AS serves
      ), canceled AS (
        INSERT INTO idempotency_record (
          organization_id, environment, key_hash, fingerprint, key_version, card_index, payment_id, created_at)
        SELECT $1, $2::environment, $3::bytea, '', $4::smallint, '', '${NO_PAYMENT}', now()
        FROM older WHERE NOT serves
        ON CONFLICT DO NOTHING
        RETURNING key_hash
      ), ${actParts("canceled", 5)}
      SELECT EXISTS (SELECT FROM canceled) AS canceled, serves AS "hasOlderCode" FROM older`,
    values: [organizationId, environment, keyHash, keyVersion, ...actValues(act)],
  });
  return toCancellation(rows[0]);
}

type HeldKey = Tenant & { keyHash: Uint8Array; attemptKeyHash: Uint8Array; paymentId: string };

/**
 * Cancels a key of a payment that has ended unpaid: its record moves away to `attemptKeyHash`, and no next attempt can
 * take its place. `taken`: another attempt has the key by now. `older_code`: as above.
 */
export async function cancelKeyOf({
  organizationId,
  environment,
  keyHash,
  attemptKeyHash,
  paymentId,
}: HeldKey): Promise<KeyCancellation> {
  const { rows } = await pool().query<CanceledRow>({
    name: "cancel-key-of-payment",
    text: `
      WITH older AS MATERIALIZED (
        SELECT ${olderCodeServes(IDENTIFIERS_SINCE)} AS serves
      ), moved AS (
        UPDATE idempotency_record SET key_hash = $4
        FROM older
        WHERE organization_id = $1 AND environment = $2 AND key_hash = $3 AND payment_id = $5 AND NOT serves
        RETURNING organization_id, environment, key_version
      ), canceled AS (
      INSERT INTO idempotency_record (
        organization_id, environment, key_hash, fingerprint, key_version, card_index, payment_id, created_at)
      SELECT organization_id, environment, $3, convert_to($5, 'UTF8'), key_version, '', '${NO_PAYMENT}', now()
      FROM moved
      RETURNING key_hash
      )
      SELECT EXISTS (SELECT FROM canceled) AS canceled, serves AS "hasOlderCode" FROM older`,
    values: [organizationId, environment, keyHash, attemptKeyHash, paymentId],
  });
  return toCancellation(rows[0]);
}

type CanceledRow = { canceled: boolean; hasOlderCode: boolean };

function toCancellation(row: CanceledRow | undefined): KeyCancellation {
  if (row?.canceled) return "canceled";
  return row?.hasOlderCode ? "older_code" : "taken";
}

export async function deleteCanceledKeysBefore(before: Date): Promise<void> {
  await deleteInSteps(
    "idempotency_record",
    `payment_id = '${NO_PAYMENT}' AND created_at < $1`,
    before,
  );
}
