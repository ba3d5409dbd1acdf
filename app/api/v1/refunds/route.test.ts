import assert from "node:assert/strict";
import { test } from "node:test";
import { paymentBody, refundBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const stranger = setUpApi(service);

async function sell(): Promise<string> {
  const params = { gateway: "gateway_one" } as const;
  const body = paymentBody();
  return (await api.call("POST /api/v1/payments/{gateway}/create", { params, body })).paymentId;
}

async function refund(paymentId: string, fields: Record<string, unknown> = {}) {
  const params = { gateway: "gateway_one", paymentId } as const;
  const body = refundBody(fields);
  const path = "POST /api/v1/payments/{gateway}/{paymentId}/refunds";
  return await api.call(path, { params, body });
}

async function list(query: Record<string, string> = {}, client = api) {
  return await client.call("GET /api/v1/refunds", { query });
}

test("refunds of all payments are listed as they are, newest first, page by page", async () => {
  const [one, other] = [await sell(), await sell()];
  const first = await refund(one, { amount: 100 });
  const second = await refund(other, { amount: 200, refundReference: "sandbox_refund_failed-1" });
  const third = await refund(one, { amount: 300, refundReference: "return-3" });

  const { refunds, nextCursor } = await list();
  // What came back of the payment is as of now.
  assert.deepEqual(refunds, [third, second, { ...first, refundedAmount: 400 }]);
  assert.equal(nextCursor, null);

  const idsOf = async (query: Record<string, string>, client = api) =>
    (await list(query, client)).refunds.map(({ refundId }) => refundId);
  assert.deepEqual(await idsOf({ paymentId: one }), [third.refundId, first.refundId]);
  assert.deepEqual(await idsOf({ refundStatus: "failed" }), [second.refundId]);
  assert.deepEqual(await idsOf({ refundReference: "return-3" }), [third.refundId]);
  assert.deepEqual(await idsOf({ from: third.createdAt }), [third.refundId]);
  assert.deepEqual(await idsOf({ to: second.createdAt }), [first.refundId]);
  assert.deepEqual(await idsOf({}, stranger), []);

  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await list({ limit: "1", ...(cursor && { cursor }) });
    seen.push(...page.refunds.map(({ refundId }) => refundId));
    cursor = page.nextCursor;
  } while (cursor);
  assert.deepEqual(seen, [third.refundId, second.refundId, first.refundId]);
});

test("each names gateway and merchant of its payment, also one of a cancellation", async () => {
  const body = paymentBody({ merchantId: "shop-8" });
  const at = { gateway: "gateway_two" } as const;
  const create = "POST /api/v1/payments/{gateway}/create";
  const { paymentId } = await api.call(create, { params: at, body });
  const params = { ...at, paymentId };
  const note = refundBody({ amount: 100, merchantId: "head-office" });
  const path = "POST /api/v1/payments/{gateway}/{paymentId}";
  await api.call(`${path}/refunds`, { params, body: note });
  await api.call(`${path}/cancel`, { params });

  const { refunds } = await list({ paymentId });
  const places = refunds.map(({ gateway, merchantId }) => ({ gateway, merchantId }));
  const shop = { gateway: "gateway_two", merchantId: "shop-8" };
  assert.deepEqual(places, [shop, shop]);
});

test("400: a status that is none, or a cursor of another list", async () => {
  const { nextCursor } = (await api.get("/payments?limit=1")).body.data;
  for (const query of ["refundStatus=canceled", `cursor=${nextCursor}`, "receiptId=r"]) {
    assertError(await api.get(`/refunds?${query}`), { status: 400, code: "invalid_request" });
  }
});
