import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { forgetCanceledKeys } from "#lib/payments/cancel-by-reference.ts";
import { pool } from "#lib/storage/database.ts";
import { createApiClient, paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { withImpatience } from "#lib/testing/test-config.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { withOlderCode } from "#lib/testing/with-older-code.ts";

const service = setUpTestService();
const api = setUpApi(service);

type Body = Record<string, unknown>;

const create = (body: Body, { key }: { key?: string } = {}) =>
  withImpatience(() =>
    api.post("/payments/gateway_one/create", {
      body,
      headers: key === undefined ? {} : { "Idempotency-Key": key },
    }),
  );

const referencesOf = ({ merchantId, receiptId, transactionId }: Body) => {
  return { merchantId, receiptId, transactionId };
};

const cancel = (body: Body, gateway = "gateway_one") =>
  api.post(`/payments/${gateway}/cancel`, { body });

const notBegun = {
  paymentId: null,
  outcome: "not_charged",
  paymentStatus: null,
  refundedAmount: 0,
};

async function assertCanceled(body: Body, expected: Body) {
  const answer = await cancel(body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.deepEqual(answer.body.data, expected);
  assert.equal(answer.headers.get("x-payment-id"), expected.paymentId);
}

async function assertRefused(body: Body, options: { key?: string } = {}) {
  const message = "These references were canceled, and nothing is charged for this request";
  const answer = await create(body, options);
  assertError(answer, { status: 409, code: "conflict" });
  assert.equal(answer.body.error.message, message);
}

const countOf = async ({ receiptId }: Body) =>
  (await api.get(`/payments?receiptId=${receiptId}`)).body.data.payments.length;

const forms: [string, (body: Body, key: string) => Body][] = [
  ["its references", (body) => referencesOf(body)],
  ["its Idempotency-Key", (_body, key) => ({ idempotencyKey: key })],
];

for (const [name, formOf] of forms) {
  describe(`by ${name}`, () => {
    test("before it arrives: a create that comes later charges and stores nothing", async () => {
      const body = paymentBody();
      const key = `key-${body.receiptId}`;
      const form = formOf(body, key);
      for (let call = 1; call <= 2; call += 1) await assertCanceled(form, notBegun);
      await assertRefused(body, { key });
      await assertRefused({ ...body, amount: 99 }, { key });
      assert.equal(await countOf(body), 0);
      await assertCanceled(form, notBegun);
    });

    test("of what was paid: refunded in full, once", async () => {
      const body = paymentBody();
      const key = `key-${body.receiptId}`;
      const { paymentId } = (await create(body, { key })).body.data;
      const expected = {
        paymentId,
        outcome: "refunded",
        paymentStatus: "succeeded",
        refundedAmount: 1250,
      };
      for (let call = 1; call <= 2; call += 1) {
        await assertCanceled(formOf(body, key), expected);
      }
      assert.equal((await create(body, { key })).status, 409);
      assert.equal((await create({ ...body, amount: 99 }, { key })).status, 409);
    });

    test("of a declined card: the next card, which was on its way, is not charged", async () => {
      const body = paymentBody({ paymentMethod: "pm_card_chargeDeclined" });
      const key = `key-${body.receiptId}`;
      const declined = await create(body, { key });
      assert.equal(declined.status, 402);
      const paymentId = declined.headers.get("x-payment-id");
      const expected = { ...notBegun, paymentId, paymentStatus: "failed" };
      for (let call = 1; call <= 2; call += 1) await assertCanceled(formOf(body, key), expected);
      await assertRefused({ ...body, paymentMethod: "pm_card_visa" }, { key });
      assert.equal(await countOf(body), 1);
    });

    test("of what has no answer yet: canceled at the provider", async () => {
      const body = paymentBody({ paymentMethod: "sandbox_error" });
      const key = `key-${body.receiptId}`;
      const paymentId = (await create(body, { key })).headers.get("x-payment-id");
      const expected = { ...notBegun, paymentId, paymentStatus: "canceled" };
      for (let call = 1; call <= 2; call += 1) await assertCanceled(formOf(body, key), expected);
      await assertRefused(body, { key });
      await assertRefused({ ...body, paymentMethod: "pm_card_visa" }, { key });
    });

    test("at the same moment as its create, again and again: never charged", async () => {
      for (let round = 0; round < 8; round += 1) {
        const body = paymentBody();
        const key = `key-${body.receiptId}`;
        const form = formOf(body, key);
        const [created, ...canceled] = await Promise.all([
          create(body, { key }),
          cancel(form),
          cancel(form),
        ]);
        assert.ok([201, 409].includes(created.status), JSON.stringify(created.body));
        for (const { status } of canceled) assert.equal(status, 200);
        const { body: found } = await api.get(`/payments?receiptId=${body.receiptId}`);
        for (const { status, refundedAmount } of found.data.payments) {
          assert.ok(status === "canceled" || refundedAmount === 1250, status);
        }
        assert.equal((await create({ ...body, amount: 7 }, { key })).status, 409);
      }
    });
  });
}

test("references of another gateway, receipt, or organization are others", async () => {
  const body = paymentBody();
  assert.equal((await cancel(referencesOf(body), "gateway_two")).status, 200);
  await assertCanceled({ ...referencesOf(body), transactionId: "another" }, notBegun);
  const other = createApiClient(service, await createTestKey());
  const elsewhere = await other.post("/payments/gateway_one/cancel", { body: referencesOf(body) });
  assert.equal(elsewhere.status, 200);
  assert.equal((await create(body)).status, 201);
});

test("an Idempotency-Key of the other gateway is 409, and names the payment", async () => {
  const body = paymentBody();
  const key = `key-${body.receiptId}`;
  const { paymentId } = (await create(body, { key })).body.data;
  const details = /idempotencyKey: cancel it at gateway_one/;
  const answer = await cancel({ idempotencyKey: key }, "gateway_two");
  assertError(answer, { status: 409, code: "conflict", details });
  assert.equal(answer.headers.get("x-payment-id"), paymentId);
});

test("after a day the references are free again, and those of today are not", async () => {
  const [old, recent] = [paymentBody(), paymentBody()];
  await assertCanceled(referencesOf(old), notBegun);
  await pool().query(
    "UPDATE idempotency_record SET created_at = now() - interval '24 hours 1 second' WHERE payment_id = ''",
  );
  await assertCanceled(referencesOf(recent), notBegun);
  await forgetCanceledKeys();
  assert.equal((await create(old)).status, 201);
  await assertRefused(recent);
});

test("while code serves that does not know such cancellations, it is 503, and nothing is kept", async () => {
  const body = paymentBody();
  const declined = paymentBody({ paymentMethod: "pm_card_chargeDeclined" });
  assert.equal((await create(declined)).status, 402);
  await withOlderCode(async () => {
    for (const references of [referencesOf(body), referencesOf(declined)]) {
      const answer = await cancel(references);
      assertError(answer, { status: 503, code: "service_unavailable" });
      assert.equal(answer.headers.get("retry-after"), "10");
    }
  });
  assert.equal((await create(body)).status, 201);
  assert.equal((await create({ ...declined, paymentMethod: "pm_card_visa" })).status, 201);
});

const malformed: [string, Body, RegExp][] = [
  ["nothing", {}, /^merchantId: is required.*receiptId: .*transactionId: /],
  ["a part", { receiptId: "r", transactionId: "t" }, /^merchantId: is required/],
  ["both forms", { idempotencyKey: "k", receiptId: "r" }, /^receiptId: cannot be given with/],
  ["an empty key", { idempotencyKey: "" }, /^idempotencyKey: /],
  ["another field", { idempotencyKey: "k", paymentId: "pay_1" }, /not known/],
];
for (const [name, body, details] of malformed) {
  test(`400 for ${name}`, async () => {
    assertError(await cancel(body), { status: 400, code: "invalid_request", details });
  });
}
