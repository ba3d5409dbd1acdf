import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sandboxTestValues } from "#lib/gateways/sandbox/contract.ts";
import { paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);

const create = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  api.post("/payments/gateway_one/create", { body, headers });

test("400: what the provider finds malformed, the same each time, and a corrected body goes through", async () => {
  const body = paymentBody({ paymentMethod: sandboxTestValues.invalid.value });
  const expected = {
    status: 400,
    code: "invalid_request",
    details: /^paymentMethod: is not a payment method; paymentId: pay_/,
  } as const;
  const first = await create(body);
  assertError(first, expected);
  assert.equal(first.headers.get("idempotent-replayed"), null);

  const again = await create(body);
  assertError(again, expected);
  assert.equal(again.headers.get("idempotent-replayed"), "true");

  const corrected = await create({ ...body, paymentMethod: "pm_card_visa" });
  assert.equal(corrected.status, 201, JSON.stringify(corrected.body));
  assert.equal(corrected.body.data.veroMetadata.paymentStatus, "succeeded");
  assertError(await create(body), expected);
});

test("400 does not occupy the Idempotency-Key: corrected bodies go through under it, and replay", async () => {
  const paymentMethod = sandboxTestValues.invalid.value;
  const corrections: Record<string, unknown>[] = [
    { paymentMethod: "pm_card_visa" },
    { paymentMethod: "pm_card_visa", receiptId: `other-${randomUUID()}` },
  ];
  for (const correction of corrections) {
    const headers = { "Idempotency-Key": randomUUID() };
    const malformed = paymentBody({ paymentMethod });
    const corrected = { ...malformed, ...correction };
    const refusal = { status: 400, code: "invalid_request" } as const;
    assertError(await create(malformed, headers), refusal);
    assertError(await create(malformed, headers), refusal);

    const first = await create(corrected, headers);
    assert.equal(first.status, 201, JSON.stringify(first.body));
    const again = await create(corrected, headers);
    assert.equal(again.status, 200);
    assert.deepEqual(again.body, first.body);
    const other = await create({ ...corrected, amount: 1 }, headers);
    assertError(other, { status: 409, code: "conflict" });
  }
});

test("402: a decline keeps its own reason", async () => {
  const body = paymentBody({ paymentMethod: sandboxTestValues.insufficientFunds.value });
  const expected = {
    status: 402,
    code: "payment_declined",
    details: /^reason: insufficient_funds; paymentId: pay_/,
  } as const;
  assertError(await create(body), expected);
  assertError(await create(body), expected);
});
