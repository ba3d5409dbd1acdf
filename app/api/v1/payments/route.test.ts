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
const dated = setUpApi(service);

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

test("a period of transactions is in their order, with a cursor of its own", async () => {
  const shop = dated;
  const dates = [
    "2026-03-02T10:00:00+02:00",
    // Without an offset it is UTC.
    "2026-03-01T23:59:59.999",
    "2026-03-02T08:00Z",
    "2026-03-03T00:00:00Z",
    "0000-01-01T00:00:00Z",
  ];
  const ids: string[] = [];
  for (const transactionDate of dates) {
    const answer = await create(paymentBody({ transactionDate }), "gateway_one", {}, shop);
    ids.push(answer.body.data.paymentId);
  }
  const [first, second, third, fourth] = ids;
  const query = {
    transactionFrom: "2026-03-01T00:00:00Z",
    transactionTo: "2026-03-03T00:00:00",
  };
  assert.deepEqual(await find(query, shop), [third, first, second]);
  assert.deepEqual(await find({ transactionFrom: "2026-03-02T08:00:00Z" }, shop), [
    fourth,
    third,
    first,
  ]);
  assert.deepEqual(await find({ transactionTo: "2026-03-02T00:00:00Z" }, shop), [second]);
  assert.deepEqual(await find({ ...query, gateway: "gateway_two" }, shop), []);
  const { receiptId } = (await shop.get(`/payments/gateway_one/${first}`)).body.data;
  assert.deepEqual(await find({ ...query, receiptId }, shop), [first]);

  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = new URLSearchParams({ ...query, limit: "1", ...(cursor && { cursor }) });
    const { data } = (await shop.get(`/payments?${page}`)).body;
    pages.push(data.payments.map(({ transactionAt }: { transactionAt: string }) => transactionAt));
    cursor = data.nextCursor;
    const elsewhere = await shop.get(
      `/payments?${new URLSearchParams({ cursor: cursor ?? "none" })}`,
    );
    assertError(elsewhere, { status: 400, code: "invalid_request", details: /^cursor: / });
  } while (cursor);
  assert.deepEqual(pages, [
    ["2026-03-02T08:00:00.000Z"],
    ["2026-03-02T08:00:00.000Z"],
    ["2026-03-01T23:59:59.999Z"],
  ]);
  const { body } = await shop.get("/payments");
  const ages = body.data.payments.map(
    ({ transactionAt }: { transactionAt: unknown }) => transactionAt,
  );
  assert.equal(ages[0], null, "no year 0");
});
