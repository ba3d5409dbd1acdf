import { batched, reads } from "#lib/core/batched.ts";
import type { Tenant } from "#lib/core/caller.ts";
import { readPipeline } from "#lib/storage/database.ts";
import { parameterRows } from "#lib/storage/parameter-rows.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import { isRefused, type Transaction } from "#lib/storage/transaction.ts";
import { NO_PAYMENT } from "./canceled-key.ts";
import { type Payment, type PaymentKey, paymentColumns } from "./columns.ts";
import { selectPayment } from "./payment.ts";

export type IdempotencyEntry = {
  keyHash: Uint8Array;
  fingerprint: Uint8Array;
  keyVersion: number;
  /** Null in records of code from before. */
  fieldMarks: Uint8Array | null;
  /** Undefined: see [Note: a canceled key]. */
  payment: Payment | undefined;
};

/**
 * What has any of these keys. By hand, because a retried payment waits for it: with those of the
 * same turn, in two steps and without a join, because the records may stand on another machine than the payments.
 * Within a transaction all of it is read by its connection: one that waited for another could wait forever.
 */
export async function selectByIdempotencyKeys(
  tenant: Tenant,
  keyHashes: readonly Uint8Array[],
  transaction?: Transaction,
): Promise<IdempotencyEntry[]> {
  const findRecords = transaction ? alone(selectRecords, transaction) : findRecordsTogether;
  const findPayment = transaction ? alone(selectByKeys, transaction) : findPaymentsTogether;
  const records = await findRecords({ ...tenant, keyHashes });
  const entries = records.map(async ({ environment, cardIndex, id, ...record }) => {
    if (id === NO_PAYMENT) return [{ ...record, payment: undefined }];
    const key = { environment, cardIndex, id };
    // No longer there where an erasure came between the two look-ups.
    const payment = (await findPayment(key)) ?? (await selectPayment(tenant, key.id, transaction));
    return payment ? [{ ...record, payment }] : [];
  });
  return (await Promise.all(entries)).flat();
}

const findRecordsTogether = batched(
  (wanted: readonly Wanted[]) => selectRecords(wanted),
  isRefused,
  reads,
);
const findPaymentsTogether = batched(
  (keys: readonly PaymentKey[]) => selectByKeys(keys),
  isRefused,
  reads,
);

function alone<Input, Output>(
  select: (inputs: readonly Input[], db: Queryable) => Promise<Output[]>,
  db: Queryable,
): (input: Input) => Promise<Output> {
  return async (input) => {
    const [output] = await select([input], db);
    return output as Output;
  };
}

type Wanted = Tenant & { keyHashes: readonly Uint8Array[] };

type KeyRecord = Omit<IdempotencyEntry, "payment"> & PaymentKey;

const wantedKeys = parameterRows({
  place: "int",
  organizationId: "text",
  environment: "environment",
  keyHash: "bytea",
});

/** `OFFSET 0` keeps the look-up key by key: planned as a join, it might read the whole table. */
async function selectRecords(
  wanted: readonly Wanted[],
  db: Queryable = readPipeline(),
): Promise<KeyRecord[][]> {
  const keys = wanted.flatMap(({ organizationId, environment, keyHashes }, place) =>
    keyHashes.map((keyHash) => ({ place, organizationId, environment, keyHash })),
  );
  const { rows } = await db.query<KeyRecord & { place: number }>({
    name: "find-idempotency-records",
    text: `
      SELECT w.place, r.key_hash AS "keyHash", r.fingerprint, r.key_version AS "keyVersion",
             r.field_marks AS "fieldMarks", r.environment, r.card_index AS "cardIndex", r.payment_id AS id
      FROM (SELECT ${wantedKeys.list}) AS w
      CROSS JOIN LATERAL (
        SELECT * FROM idempotency_record r
        WHERE r.organization_id = w.organization_id AND r.environment = w.environment
          AND r.key_hash = w.key_hash
        OFFSET 0) r`,
    values: wantedKeys.values(keys),
  });
  const found = Map.groupBy(rows, ({ place }) => place);
  return wanted.map((_, place) => found.get(place) ?? []);
}

const wantedPayments = parameterRows({
  place: "int",
  environment: "environment",
  cardIndex: "bytea",
  id: "text",
});

/** One by one, as above. */
async function selectByKeys(
  keys: readonly PaymentKey[],
  db: Queryable = readPipeline(),
): Promise<(Payment | undefined)[]> {
  const { rows } = await db.query<Payment & { place: number }>({
    name: "find-payments-by-key",
    text: `
      SELECT w.place, ${paymentColumns}
      FROM (SELECT ${wantedPayments.list}) AS w
      CROSS JOIN LATERAL (
        SELECT * FROM payment p
        WHERE p.environment = w.environment AND p.card_index = w.card_index AND p.id = w.id
        OFFSET 0) p`,
    values: wantedPayments.values(keys.map((key, place) => ({ ...key, place }))),
  });
  const found = new Map(rows.map(({ place, ...payment }) => [place, payment]));
  return keys.map((_, place) => found.get(place));
}
