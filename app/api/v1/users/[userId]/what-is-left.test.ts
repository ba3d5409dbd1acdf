import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { pool } from "#lib/storage/database.ts";
import {
  grant,
  paymentBody,
  randomHashedPan,
  registerCardholder,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { createErasureStage, payRepeatably } from "#lib/testing/erasure-stage.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const PAY = "/payments/gateway_one/create";

const service = setUpTestService();
const stage = setUp(() => createErasureStage(service));
let holder: TestCardholder;
beforeEach(async () => {
  holder = await registerCardholder(stage.api);
});

const pay = (fields = {}, headers = {}) =>
  payRepeatably(stage.merchant, { recipientHashedPan: holder.hashedPan, ...fields }, headers);

test("the merchant keeps the payment as an amount, and sees what became of the receipt", async () => {
  const { paymentId } = await pay({ amount: 4711 });
  await stage.erase(holder.userId);
  const { body: read } = await stage.merchant.get(`/payments/gateway_one/${paymentId}`);
  const { amount, receiptStatus, keyId } = read.data.veroMetadata;
  assert.equal(read.data.status, "succeeded");
  assert.deepEqual([amount, receiptStatus, keyId], [4711, "erased", null]);

  const member = await createTestMember({ organizationId: stage.merchantId });
  const console = createConsoleClient(service, member);
  const { body } = await console("GET", `/payments/${paymentId}`);
  assert.equal(body.data.timeline.at(-1).kind, "erased");
  assert.equal(body.data.envelope.parts.encryptedKey, null);
});

test("the merchant's retries get the first answer, by body and by Idempotency-Key", async () => {
  const plain = await pay();
  const keyed = await pay({}, { "Idempotency-Key": randomHashedPan() });
  const declined = paymentBody({
    recipientHashedPan: holder.hashedPan,
    paymentMethod: "pm_card_chargeDeclined",
  });
  assert.equal((await stage.merchant.post(PAY, { body: declined })).status, 402);
  await stage.erase(holder.userId);
  for (const { repeat, ...first } of [plain, keyed]) {
    const { status, body, headers } = await repeat();
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(headers.get("idempotent-replayed"), "true");
    const { veroMetadata } = first;
    assert.deepEqual(body.data, { ...first, veroMetadata: { ...veroMetadata, keyId: null } });
  }
  assert.equal((await stage.merchant.post(PAY, { body: declined })).status, 402);
});

test("nothing in the database leads to the card or the key, nor from one payment to the next", async () => {
  await pay({}, { "Idempotency-Key": randomHashedPan() });
  const opened = await pay();
  const tokenId = await grant(stage.api, holder, { paymentId: opened.paymentId });
  const { status } = await stage.api.post("/payments/envelope", {
    body: { paymentId: opened.paymentId, tokenId },
  });
  assert.equal(status, 200);

  const index = serviceSecrets().cardIndexer.index(holder.hashedPan).value;
  const traces = [Buffer.from(index).toString("hex"), holder.keyId];
  const before = await dumpDatabase();
  for (const trace of traces) assert.ok(before.includes(trace), "the search finds what is there");
  await stage.erase(holder.userId);
  const dump = await dumpDatabase();
  for (const trace of traces) assert.ok(!dump.includes(trace), trace);

  const { rows } = await pool().query(
    `SELECT p.card_index AS payment, array_agg(r.card_index) AS records
     FROM payment p JOIN idempotency_record r ON r.payment_id = p.id
     WHERE p.id = $1 OR p.created_at >= (SELECT created_at FROM payment WHERE id = $1)
     GROUP BY 1`,
    [opened.paymentId],
  );
  for (const { payment, records } of rows) {
    assert.equal(payment.length, 32);
    for (const record of records) assert.deepEqual(record, payment);
  }
  const { rows: kept } = await pool().query(
    "SELECT count(*), count(DISTINCT card_index) AS different FROM payment WHERE receipt_status = 'erased'",
  );
  assert.equal(kept[0].count, kept[0].different);
  const lines = dump.split("\n").filter((line) => line.includes(holder.userId));
  for (const line of lines) assert.doesNotMatch(line, /pay_/);
  const inTrail = lines.filter((line) => line.includes('"action":'));
  const acts = inTrail.map((line) => JSON.parse(line).action).toSorted();
  assert.deepEqual(acts, ["cardholder.erased", "cardholder.registered", "receipt.access_granted"]);
  const others = "the erasure, its event, and that access was granted";
  assert.equal(lines.length - acts.length, 3, others);
});

test("what had expired in escrow stays expired, without the card", async () => {
  const hashedPan = randomHashedPan();
  const [swept, unswept] = [
    await pay({ recipientHashedPan: hashedPan }),
    await pay({ recipientHashedPan: hashedPan }),
  ];
  await pool().query(
    `UPDATE payment SET escrowed_at = now() - interval '200 days',
            receipt_status = CASE WHEN id = $1 THEN 'expired' ELSE 'escrowed' END::receipt_status
     WHERE id IN ($1, $2)`,
    [swept.paymentId, unswept.paymentId],
  );
  const { userId } = await registerCardholder(stage.api, hashedPan);
  assert.equal((await stage.erase(userId)).erasedReceipts, 0);
  const index = serviceSecrets().cardIndexer.index(hashedPan).value;
  const { rows } = await pool().query(
    `SELECT receipt_status, encrypted_key, card_index = $3 AS linked FROM payment
     WHERE id IN ($1, $2)`,
    [swept.paymentId, unswept.paymentId, index],
  );
  const expired = { receipt_status: "expired", encrypted_key: null, linked: false };
  assert.deepEqual(rows, [expired, expired]);
});

/** Every row of every table, as text. */
async function dumpDatabase(): Promise<string> {
  const { rows: tables } = await pool().query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const dumps = await Promise.all(
    tables.map(({ name }) => pool().query(`SELECT row_to_json(t)::text AS row FROM ${name} t`)),
  );
  return dumps.flatMap(({ rows }) => rows.map(({ row }) => row)).join("\n");
}
