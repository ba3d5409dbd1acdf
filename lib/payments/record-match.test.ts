import assert from "node:assert/strict";
import { test } from "node:test";
import { openMatch } from "#lib/receipts/match-data.ts";
import { pool } from "#lib/storage/database.ts";
import { paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { recordMatch } from "./record-match.ts";
import { selectPayment } from "./store/payment.ts";

const service = setUpTestService();
const api = setUpApi(service);

const nothing = {
  authorizationCode: null,
  networkTransactionId: null,
  acquirerReferenceNumber: null,
  merchantCategoryCode: null,
};

test("what two notifications tell at once is all recorded, and nothing twice", async () => {
  const { paymentId } = await api.call("POST /api/v1/payments/{gateway}/create", {
    params: { gateway: "gateway_one" },
    body: paymentBody({ terminalId: "till-1" }),
  });
  await pool().query("UPDATE payment SET match_data = NULL WHERE id = $1", [paymentId]);
  const tenant = { organizationId: api.organizationId, environment: "development" } as const;
  const read = async () => {
    const payment = await selectPayment(tenant, paymentId);
    assert.ok(payment);
    return payment;
  };

  // Both have read the payment before either has written.
  const before = await read();
  const one = { ...nothing, authorizationCode: "123456" };
  const other = { ...nothing, acquirerReferenceNumber: "74537606325001234567890" };
  assert.equal(await recordMatch(before, one), true);
  assert.equal(await recordMatch(before, other), true);
  const after = await read();
  assert.deepEqual(openMatch(after), {
    ...nothing,
    authorizationCode: "123456",
    acquirerReferenceNumber: "74537606325001234567890",
    terminalId: null,
  });
  assert.equal(await recordMatch(before, one), false, "known by then");
  assert.equal(await recordMatch(after, undefined), false);
  assert.deepEqual((await read()).matchData, after.matchData);

  // A changed value replaces the earlier one.
  await recordMatch(after, { ...nothing, authorizationCode: "654321" });
  assert.equal(openMatch(await read())?.authorizationCode, "654321");
});
