import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  createApiClient,
  paymentBody,
  randomHashedPan,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { withImpatience } from "#lib/testing/test-config.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);

async function create(fields: Record<string, unknown>, gateway = "gateway_one") {
  const body = paymentBody({ recipientHashedPan: holder.hashedPan, ...fields });
  return await api.post(`/payments/${gateway}/create`, { body });
}

describe("200", () => {
  for (const gateway of ["gateway_one", "gateway_two"]) {
    test(`a payment of ${gateway} as it was told when it was made`, async () => {
      const { body: made } = await create({}, gateway);
      const { paymentId, orderId, veroMetadata } = made.data;
      const { status, body } = await api.get(`/payments/${gateway}/${paymentId}`);
      assert.equal(status, 200);
      const { merchantId, receiptId, transactionId, providerReference, match, ...data } = body.data;
      assert.equal(merchantId, "merchant-1");
      assert.equal(receiptId, veroMetadata.receiptId);
      assert.match(transactionId, /^txn-/);
      assert.match(providerReference, /^sbx_/);
      assert.match(match.authorizationCode, /^S\d{5}$/);
      const transactionAt = "2026-11-20T09:30:00.000Z";
      const untouched = { status: "succeeded", refundedAmount: 0, transactionAt, refunds: [] };
      assert.deepEqual(data, { paymentId, orderId, veroMetadata, ...untouched });
      assert.equal(body.data.veroMetadata.gateway, gateway);
    });
  }

  test("no client secret, no content", async () => {
    const { body: made } = await create({ merchantCity: "Springfield" });
    const { body } = await api.get(`/payments/gateway_one/${made.data.paymentId}`);
    const told = JSON.stringify(body);
    for (const secret of [made.data.clientSecret, "Springfield", holder.hashedPan]) {
      assert.equal(told.includes(secret), false, secret);
    }
  });

  test("one that waits for its confirmation", async () => {
    const { body: made } = await create({ paymentMethod: "sandbox_requires_confirmation" });
    const { body } = await api.get(`/payments/gateway_one/${made.data.paymentId}`);
    assert.equal(body.data.status, "requires_confirmation");
    assert.equal(body.data.veroMetadata.paymentStatus, "requires_confirmation");
  });

  test("one that was declined is kept as failed", async () => {
    const declined = await create({ paymentMethod: "pm_card_chargeDeclined" });
    assert.equal(declined.status, 402);
    const paymentId = declined.headers.get("x-payment-id");
    const { body } = await api.get(`/payments/gateway_one/${paymentId}`);
    assert.equal(body.data.status, "failed");
  });

  test("one that the gateway has not answered is pending, and succeeded after the retry", async () => {
    const unique = { receiptId: "late", transactionId: "late", paymentMethod: "sandbox_timeout" };
    const lost = await withImpatience(() => create(unique));
    assert.equal(lost.status, 503);
    const paymentId = lost.headers.get("x-payment-id");
    const path = `/payments/gateway_one/${paymentId}`;
    assert.equal((await api.get(path)).body.data.status, "pending");

    const retried = await create(unique);
    assert.equal(retried.body.data.paymentId, paymentId);
    assert.equal((await api.get(path)).body.data.status, "succeeded");
  });

  test("one whose receipt is in escrow", async () => {
    const paymentId = await createSealedPayment(api, { hashedPan: randomHashedPan() });
    const { body } = await api.get(`/payments/gateway_one/${paymentId}`);
    const { receiptStatus, keyId, paymentStatus } = body.data.veroMetadata;
    assert.deepEqual([receiptStatus, keyId, paymentStatus], ["escrowed", null, "succeeded"]);
  });
});

describe("400", () => {
  test("an unknown gateway, and the two are named", async () => {
    const answer = await api.get("/payments/gateway_three/pay_1");
    assertError(answer, { status: 400, code: "invalid_request", details: /^gateway: / });
    assert.match(answer.body.error.details, /gateway_one.*gateway_two/);
  });

  for (const paymentId of ["p".repeat(129), "pay_%00"]) {
    test(`an id that cannot be one: ${paymentId.slice(0, 8)}`, async () => {
      const answer = await api.get(`/payments/gateway_one/${paymentId}`);
      assertError(answer, { status: 400, code: "invalid_request", details: /^paymentId: / });
    });
  }
});

describe("404", () => {
  const notFound = { status: 404, code: "not_found" } as const;

  test("an unknown payment", async () => {
    for (const paymentId of ["pay_unknown", `pay_${"0".repeat(32)}`, "%F0%9F%A7%BE", "'--"]) {
      assertError(await api.get(`/payments/gateway_one/${paymentId}`), notFound);
    }
  });

  test("a payment of the other gateway", async () => {
    const paymentId = await createSealedPayment(api, holder);
    assertError(await api.get(`/payments/gateway_two/${paymentId}`), notFound);
  });

  test("another organization's and another environment's, told as an unknown one", async () => {
    const paymentId = await createSealedPayment(api, holder);
    const unknown = await api.get("/payments/gateway_one/pay_unknown");
    for (const key of [
      await createTestKey(),
      await createTestKey({ organizationId: api.organizationId, environment: "staging" }),
    ]) {
      const answer = await api.get(`/payments/gateway_one/${paymentId}`, { key });
      assertError(answer, notFound);
      assertSameError(answer, unknown);
    }
  });

  test("a payment to one's own cardholder that another merchant made", async () => {
    const merchant = createApiClient(service, await createTestKey());
    const paymentId = await createSealedPayment(merchant, holder);
    assertError(await api.get(`/payments/gateway_one/${paymentId}`), notFound);
    assert.equal((await merchant.get(`/payments/gateway_one/${paymentId}`)).status, 200);
  });
});

test("401 without a key, 403 without the scope payments:read", async () => {
  const path = `/payments/gateway_one/${await createSealedPayment(api, holder)}`;
  const key = await createTestKey({
    organizationId: api.organizationId,
    scopes: ["payments:write", "receipts:read"],
  });
  assertError(await api.get(path, { key: "" }), { status: 401, code: "unauthorized" });
  assertError(await api.get(path, { key }), { status: 403, code: "forbidden" });
});
