import assert from "node:assert/strict";
import { test } from "node:test";
import { sandboxTestValues } from "#lib/gateways/sandbox/contract.ts";
import { paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);

const create = (body: Record<string, unknown>) =>
  api.post("/payments/gateway_one/create", { body });

test("400: what the provider finds malformed, the same each time, and a corrected body goes through", async () => {
  const body = paymentBody({ paymentMethod: sandboxTestValues.invalid.value });
  const expected = {
    status: 400,
    code: "invalid_request",
    details: /^paymentMethod: is not a payment method$/,
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

test("402: a decline keeps its own reason", async () => {
  const body = paymentBody({ paymentMethod: sandboxTestValues.insufficientFunds.value });
  const expected = {
    status: 402,
    code: "payment_declined",
    details: /^reason: insufficient_funds$/,
  } as const;
  assertError(await create(body), expected);
  assertError(await create(body), expected);
});
