import assert from "node:assert/strict";
import { test } from "node:test";
import { sandboxTestValues } from "#lib/gateways/sandbox/contract.ts";
import { pool } from "#lib/storage/database.ts";
import {
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { assertReplayed } from "#lib/testing/assert-replayed.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);

const create = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  api.post("/payments/gateway_one/create", { body, headers });

const cards: [whose: string, receiptStatus: string, card: () => Promise<string>][] = [
  ["a cardholder", "sealed", async () => (await registerCardholder(api)).hashedPan],
  ["nobody yet", "escrowed", async () => randomHashedPan()],
];

for (const [whose, receiptStatus, card] of cards) {
  test(`payments at once for the card of ${whose} each get the answer that they would alone`, async () => {
    const recipientHashedPan = await card();
    const bodyOf = (fields = {}) => paymentBody({ recipientHashedPan, ...fields });
    const older = bodyOf();
    const first = await create(older, { "Idempotency-Key": `older ${receiptStatus}` });

    const fresh = Array.from({ length: 12 }, () => bodyOf());
    const twin = bodyOf();
    const [made, twins, declined, repeated, reused] = await Promise.all([
      Promise.all(fresh.map((body) => create(body))),
      Promise.all(Array.from({ length: 4 }, () => create(twin))),
      create(bodyOf({ paymentMethod: sandboxTestValues.declined.value })),
      create(older),
      create(bodyOf(), { "Idempotency-Key": `older ${receiptStatus}` }),
    ]);
    assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]));
    assert.deepEqual(twins.map(({ status }) => status).sort(), [200, 200, 200, 201]);
    assertError(declined, { status: 402, code: "payment_declined" });
    assertReplayed(repeated, first);
    assertError(reused, { status: 409, code: "conflict" });

    const { rows } = await pool().query(
      `SELECT status, receipt_status, count(*), count(DISTINCT receipt_id) AS receipts FROM payment
       WHERE receipt_id = ANY ($1) GROUP BY 1, 2`,
      [[...fresh, twin].map(({ receiptId }) => receiptId)],
    );
    const expected = { status: "succeeded", receipt_status: receiptStatus };
    assert.deepEqual(rows, [{ ...expected, count: 13, receipts: 13 }]);
  });
}
