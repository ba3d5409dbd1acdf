import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import {
  paymentBody,
  randomHashedPan,
  refundBody,
  registerCardholder,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { startVisit } from "#lib/testing/visit-client.ts";
import { admitVisitors } from "#lib/visits/visitors.ts";

const service = setUpTestService();
const api = setUpApi(service);
const stranger = setUpApi(service);
setUp(admitVisitors);

const prepare = (body: object, gateway = "gateway_one", by = api) =>
  by.post(`/payments/${gateway}/prepare`, { body });

test("200: reservations for refunds, with the keys of the cardholder who has the receipt", async () => {
  const holder = await registerCardholder(api);
  const refundOf = await createSealedPayment(api, holder);
  const { status, body } = await prepare({ refundOf, count: 3 });
  assert.equal(status, 200);
  const { reservations } = body.data;
  assert.equal(reservations.length, 3);
  for (const { paymentId, keyId, keyKind, publicKey } of reservations) {
    assert.match(paymentId, /^ref_[0-9a-f]{32}$/);
    assert.deepEqual([keyId, keyKind], [holder.keyId, "cardholder"]);
    assert.equal(publicKey.trim(), holder.publicKey.trim());
  }
  assert.equal(
    new Set(reservations.map(({ paymentId }: { paymentId: string }) => paymentId)).size,
    3,
  );
});

test("200: the escrow key while the sale is in escrow, for seven days", async () => {
  const refundOf = await createSealedPayment(api, { hashedPan: randomHashedPan() });
  const { body } = await prepare({ refundOf });
  const [{ keyKind, expiresAt }] = body.data.reservations;
  assert.equal(keyKind, "escrow");
  const days = (Date.parse(expiresAt) - Date.now()) / (24 * 60 * 60 * 1000);
  assert.ok(days > 6.9 && days < 7.1, expiresAt);
});

test("404: unknown, of another organization or gateway, a refund itself, or for a visit", async () => {
  const refundOf = await createSealedPayment(api, await registerCardholder(api));
  const { body } = await api.post(`/payments/gateway_one/${refundOf}/refunds`, {
    body: refundBody({ amount: 1 }),
  });
  for (const answer of [
    await prepare({ refundOf: "pay_0192f0c1d2e3740080000000000000ff" }),
    await prepare({ refundOf }, "gateway_one", stranger),
    await prepare({ refundOf }, "gateway_two"),
    await prepare({ refundOf: body.data.refundId }),
  ]) {
    assertError(answer, { status: 404, code: "not_found" });
  }

  const visit = await startVisit(service);
  const paid = await visit.call("POST", "/v1/payments/gateway_one/create", {
    body: paymentBody({ recipientHashedPan: visit.hashedPan }),
  });
  assert.equal(paid.status, 201, JSON.stringify(paid.body));
  const { paymentId } = paid.body.data;
  const answer = await visit.call("POST", "/v1/payments/gateway_one/prepare", {
    body: { refundOf: paymentId },
  });
  assertError(answer, { status: 404, code: "not_found" });
});

describe("409: no credit note can be sealed", () => {
  const gone = {
    status: 409,
    code: "conflict",
    details: /^refundOf: refund the payment without a credit note/,
  } as const;

  test("of a payment that was declined", async () => {
    const declined = await api.post("/payments/gateway_one/create", {
      body: paymentBody({ paymentMethod: "pm_card_chargeDeclined" }),
    });
    const refundOf = declined.headers.get("x-payment-id") ?? assert.fail();
    assertError(await prepare({ refundOf }), gone);
  });

  test("of a sale whose escrow is over, though its job has not come by", async () => {
    const refundOf = await createSealedPayment(api, { hashedPan: randomHashedPan() });
    await pool().query(
      "UPDATE payment SET escrowed_at = escrowed_at - interval '400 days' WHERE id = $1",
      [refundOf],
    );
    assertError(await prepare({ refundOf }), gone);
  });

  test("of a sale whose cardholder was erased", async () => {
    const holder = await registerCardholder(api);
    const refundOf = await createSealedPayment(api, holder);
    await api.call("DELETE /api/v1/users/{userId}", { params: { userId: holder.userId } });
    assertError(await prepare({ refundOf }), gone);
  });
});

test("400: with a recipient", async () => {
  const body = { refundOf: "pay_1", recipientHashedPan: randomHashedPan() };
  const details = /^recipientHashedPan: cannot be given with refundOf/;
  assertError(await prepare(body), { status: 400, code: "invalid_request", details });
});
