import { actorOfRow, actPartsOfRows, type EntryIds } from "#lib/audit/statement.ts";
import { batched, reads } from "#lib/core/batched.ts";
import type { Actor, Tenant } from "#lib/core/caller.ts";
import type { PaymentStatus } from "#lib/core/vocabulary.ts";
import type { SealedReceipt } from "#lib/crypto/envelope.ts";
import { outboxColumns, paymentEventsPart } from "#lib/events/outbox.ts";
import { pool, readPipeline } from "#lib/storage/database.ts";
import { parameterRows } from "#lib/storage/parameter-rows.ts";
import { isRefused } from "#lib/storage/transaction.ts";
import { eventPart } from "#lib/transitions/transition.ts";
import { type EnvelopeRow, isWrappedFor, type SealedRow, toSealedReceipt } from "./envelope.ts";
import type { ReceiptFacts } from "./read-till-receipt.ts";
import type { SealingPlace } from "./sealing-place.ts";
import type { Token } from "./store-tokens.ts";

export type StoredReceipt = EnvelopeRow &
  ReceiptFacts & { paymentStatus: PaymentStatus; sealingPlace: SealingPlace };

export type Opening = {
  /**
   * Of the payment or refund, for the issuer of the cardholder it is sealed to; none where it is void. One that has
   * no cardholder (not yet, or no longer) is found by every issuer of the environment, without its content.
   */
  receipt: StoredReceipt | undefined;
  /** One that is neither used nor expired nor void. */
  token: Token | undefined;
};

/** What an opening begins with. */
export async function selectOpening(
  tenant: Tenant,
  wanted: { paymentId: string; hash: Uint8Array },
): Promise<Opening> {
  return await selectBatched({ ...tenant, ...wanted });
}

const selectBatched = batched(selectOpenings, isRefused, reads);

/**
 * The hash finds the token, and all else is compared afterwards: equality would let PostgreSQL look through all
 * tokens of the tenant or the cardholder, as it does as long as it has not counted them.
 */
const isActive = `(t.organization_id, t.environment) IS NOT DISTINCT FROM (w.organization_id, w.environment)
  AND t.used_at IS NULL AND t.expires_at > now() AND t.key_id IS NOT NULL`;

type Row = (StoredReceipt | { id: null }) & {
  place: number;
  tokenCardholderId: string | null;
  tokenKeyId: string;
  tokenPaymentId: string | null;
};

type Wanted = Tenant & { paymentId: string; hash: Uint8Array };

/** By hand: every opening waits for it; one statement for those of a turn. */
async function selectOpenings(wanted: readonly Wanted[]): Promise<Opening[]> {
  const { rows } = await readPipeline().query<Row>(openingsStatement(wanted));
  return rows.map((row) => ({ receipt: row.id === null ? undefined : row, token: toToken(row) }));
}

const wantedRows = parameterRows({
  organizationId: "text",
  environment: "environment",
  paymentId: "text",
  hash: "bytea",
  place: "int",
});

const selectOpeningsSql = `
  SELECT w.place, p.*, t.cardholder_id AS "tokenCardholderId", t.key_id AS "tokenKeyId",
         t.payment_id AS "tokenPaymentId"
  FROM (SELECT ${wantedRows.list}) AS w
  LEFT JOIN LATERAL (
    SELECT p.id, p.status AS "paymentStatus", p.receipt_status AS "receiptStatus",
           p.cardholder_id AS "cardholderId", p.key_id AS "keyId",
           p.protected_header AS "protectedHeader", p.encrypted_key AS "encryptedKey",
           p.ephemeral_key AS "ephemeralKey", p.other_recipients AS "otherRecipients", p.iv,
           p.ciphertext, p.tag, p.gateway, p.currency, p.refund_of AS "refundOf",
           p.sealing_place AS "sealingPlace"
    FROM payment p LEFT JOIN cardholder c ON c.id = p.cardholder_id
    WHERE p.id = w.payment_id AND p.environment = w.environment AND p.receipt_status <> 'void'
      AND (p.cardholder_id IS NULL OR c.organization_id = w.organization_id)) p ON true
  LEFT JOIN LATERAL (
    SELECT t.cardholder_id, t.key_id, t.payment_id FROM access_token t
    WHERE t.hash = w.hash AND ${isActive}) t ON true
  ORDER BY w.place`;

/** Exported so that tests can EXPLAIN it. */
export function openingsStatement(wanted: readonly Wanted[]) {
  return {
    name: "find-openings",
    text: selectOpeningsSql,
    values: wantedRows.values(wanted.map((opening, place) => ({ ...opening, place }))),
  };
}

function toToken({ tokenCardholderId, tokenKeyId, tokenPaymentId }: Row): Token | undefined {
  if (tokenCardholderId === null) return undefined;
  return { cardholderId: tokenCardholderId, keyId: tokenKeyId, paymentId: tokenPaymentId };
}

type Use = Actor &
  EntryIds & {
    hash: Uint8Array;
    paymentId: string;
    /** Where it was asked for from */
    address: string | null;
  };

/**
 * Uses up a token that opens the receipt, by the rules of redeemToken, and returns the sealed receipt. Undefined for
 * all but one of any number of calls: the row decides who was first.
 */
export async function updateTokenUsed(
  tenant: Tenant,
  use: Use,
): Promise<SealedReceipt | undefined> {
  return await updateBatched({ ...tenant, ...use });
}

const updateBatched = batched(updateTokensUsed, isRefused);

/** The entry of an opening in the trail, without where it was asked for, which only the access log has. */
const openedAct = {
  ...actorOfRow,
  id: "entry_id",
  organization_id: "organization_id",
  environment: "environment",
  at: "used_at",
  request_id: "request_id",
  target: "payment_id",
};

type UsedRow = SealedRow & { place: number; grantedKeyId: string };

/**
 * The first opening of a receipt becomes an event of its payment, which does not say who it was. By hand: all of it
 * is one statement, for all openings of a turn, which wait for the disk together. Tokens and events are
 * written in a fixed order, so that no two batches deadlock.
 */
async function updateTokensUsed(
  uses: readonly (Tenant & Use)[],
): Promise<(SealedReceipt | undefined)[]> {
  const { rows } = await pool().query<UsedRow>(usesStatement(uses));
  const used = new Map(rows.map((row) => [row.place, row]));
  return uses.map((_, place) => {
    const row = used.get(place);
    return row && toSealedReceipt(row, row.grantedKeyId);
  });
}

const useRows = parameterRows({
  organizationId: "text",
  environment: "environment",
  hash: "bytea",
  paymentId: "text",
  address: "text",
  apiKeyId: "text",
  memberId: "text",
  entryId: "text",
  requestId: "text",
  place: "int",
});

/** `OFFSET 0` keeps the look-ups by id one by one: planned as a join, they might read the whole table. */
const openedFirst = `
  SELECT p.* FROM happened CROSS JOIN LATERAL (
    SELECT ${["id", "environment", ...outboxColumns].join(", ")} FROM payment
    WHERE id = happened.payment_id OFFSET 0) p`;

const useTokensSql = `
  WITH wanted AS (
    SELECT DISTINCT ON (hash) * FROM (SELECT ${useRows.list}) AS t
    ORDER BY hash, place
  ), used AS (
    UPDATE access_token t
    SET used_at = now(), used_for = w.payment_id, used_address = w.address
    FROM wanted w JOIN payment p ON p.id = w.payment_id AND p.environment = w.environment
    WHERE t.hash = w.hash AND ${isActive}
      AND (t.cardholder_id) IS NOT DISTINCT FROM (p.cardholder_id)
      AND ${isWrappedFor("t.key_id")}
      AND (t.payment_id IS NULL OR t.payment_id = p.id)
      AND p.status = 'succeeded' AND p.receipt_status = 'sealed'
    RETURNING w.*, t.used_at, t.key_id AS granted_key_id, p.organization_id AS seller_id, p.key_id,
              p.protected_header, p.encrypted_key, p.ephemeral_key,
              CASE WHEN t.key_id <> p.key_id THEN p.other_recipients END AS other_recipients, p.iv,
              p.ciphertext, p.tag
  ), ${eventPart({ from: "used", organizationId: "seller_id", paymentId: "payment_id", kind: "'opened'", at: "used_at" })},
  ${paymentEventsPart({ from: `(${openedFirst}) opened`, types: ["'receipt.opened'"] })},
  ${actPartsOfRows("used", "receipt.opened", openedAct)}
  SELECT place, payment_id AS id, granted_key_id AS "grantedKeyId", key_id AS "keyId",
         protected_header AS "protectedHeader", encrypted_key AS "encryptedKey",
         ephemeral_key AS "ephemeralKey", other_recipients AS "otherRecipients", iv, ciphertext, tag
  FROM used`;

/** Exported so that tests can EXPLAIN it. */
export function usesStatement(uses: readonly (Tenant & Use)[]) {
  return {
    name: "use-tokens",
    text: useTokensSql,
    values: useRows.values(uses.map((use, place) => ({ ...use, place }))),
  };
}
