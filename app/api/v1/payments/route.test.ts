import assert from "node:assert/strict";
import { test } from "node:test";
import type { CreatedPaymentJson } from "#lib/payments/contract.ts";
import { paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const stranger = setUpApi(service);
const timely = setUpApi(service);

const create = (body: Record<string, unknown>, gateway: string, headers = {}, client = api) =>
  client.post(`/payments/${gateway}/create`, { body, headers });

async function find(query: Record<string, string>, client = api): Promise<string[]> {
  const answer = await client.get(`/payments?${new URLSearchParams(query)}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data.payments.map(({ paymentId }: { paymentId: string }) => paymentId);
}

test("a payment is found by its references, its key, its gateway, and its status", async () => {
  const body = paymentBody({ merchantId: "shop-7" });
  const { paymentId } = (await create(body, "gateway_one", { "Idempotency-Key": '"till-1:42"' }))
    .body.data;
  const other = (await create(paymentBody(), "gateway_two")).body.data.paymentId;
  const declined = await create(
    paymentBody({ paymentMethod: "pm_card_chargeDeclined" }),
    "gateway_one",
  );
  const failed = declined.headers.get("x-payment-id") ?? assert.fail();

  const { receiptId, transactionId } = body;
  assert.deepEqual(await find({ receiptId: String(receiptId) }), [paymentId]);
  assert.deepEqual(await find({ transactionId: String(transactionId) }), [paymentId]);
  assert.deepEqual(await find({ merchantId: "shop-7" }), [paymentId]);
  assert.deepEqual(await find({ idempotencyKey: "till-1:42" }), [paymentId]);
  assert.deepEqual(await find({ idempotencyKey: "till-1:43" }), []);
  assert.deepEqual(await find({ gateway: "gateway_two" }), [other]);
  assert.deepEqual(await find({ paymentStatus: "failed" }), [failed]);
  assert.deepEqual(await find({ receiptId: String(receiptId), gateway: "gateway_two" }), []);
  assert.deepEqual(await find({}), [failed, other, paymentId]);
  assert.deepEqual(await find({ receiptId: String(receiptId) }, stranger), []);
});

test("an entry is what a single payment is, refunds aside, page by page", async () => {
  const first = await api.call("GET /api/v1/payments", { query: { limit: "1" } });
  assert.equal(first.payments.length, 1);
  const [entry] = first.payments;
  const { gateway } = entry?.veroMetadata ?? assert.fail();
  const paymentId = entry?.paymentId ?? assert.fail();
  const { refunds, ...single } = await api.call("GET /api/v1/payments/{gateway}/{paymentId}", {
    params: { gateway, paymentId },
  });
  assert.deepEqual(entry, single);
  assert.deepEqual(refunds, []);

  const seen = [paymentId];
  for (let cursor = first.nextCursor; cursor; ) {
    const page = await api.call("GET /api/v1/payments", { query: { limit: "1", cursor } });
    seen.push(...page.payments.map((payment) => payment.paymentId));
    cursor = page.nextCursor;
  }
  assert.deepEqual(seen, await find({}));
});

test("a period begins with its first moment and ends before its last", async () => {
  const made: CreatedPaymentJson[] = [];
  for (let count = 0; count < 3; count += 1) {
    made.push((await create(paymentBody(), "gateway_one", {}, timely)).body.data);
  }
  const [first, second, third] = made.map(({ paymentId }) => paymentId);
  const times = made.map(({ veroMetadata }) => Date.parse(veroMetadata.createdAt));
  assert.equal(new Set(times).size, 3, "created in three different milliseconds");
  const at = (shift: number) => new Date((times[1] ?? Number.NaN) + shift).toISOString();
  assert.deepEqual(await find({ from: at(0) }, timely), [third, second]);
  assert.deepEqual(await find({ from: at(1) }, timely), [third]);
  assert.deepEqual(await find({ to: at(0) }, timely), [first]);
  assert.deepEqual(await find({ to: at(1) }, timely), [second, first]);
  assert.deepEqual(await find({ from: at(0), to: at(1) }, timely), [second]);
});

test("400: a gateway that is none, or a bad cursor", async () => {
  for (const query of [
    "gateway=gateway_three",
    "cursor=abc",
    "paymentStatus=paid",
    "limit=101",
    "from=yesterday",
    "receipt=rcpt-1",
  ]) {
    const answer = await api.get(`/payments?${query}`);
    assertError(answer, { status: 400, code: "invalid_request" });
  }
});
