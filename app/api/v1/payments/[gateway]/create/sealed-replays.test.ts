import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, type TestContext, test } from "node:test";
import { sandboxTestValues } from "#lib/gateways/sandbox/contract.ts";
import { hadKeyBefore } from "#lib/payments/find-duplicate.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { identifyPayment } from "#lib/payments/idempotency.ts";
import { pool } from "#lib/storage/database.ts";
import {
  type Answer,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { assertReplayed } from "#lib/testing/assert-replayed.ts";
import { prepareSealed, type SealedBody, sealFor } from "#lib/testing/seal-at-till.ts";
import { withImpatience } from "#lib/testing/test-config.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);

const toHolder = () => ({ recipientHashedPan: holder.hashedPan });

const create = (body: object, headers: Record<string, string> = {}) =>
  api.post("/payments/gateway_one/create", { body, headers });

const DECLINED = { paymentMethod: sandboxTestValues.declined.value };
const USED = "reservation: call prepare for a new one, and seal the receipt again";

/** As if this process had begun just now. */
function forget(body: SealedBody): void {
  const { naturalKeyHash, ...identity } = identifyPayment("gateway_one", body, undefined);
  const other = Buffer.concat([naturalKeyHash.subarray(0, 2), randomBytes(30)]);
  hadKeyBefore({ ...identity, naturalKeyHash: other });
}

function letExpire({ mock }: TestContext): void {
  const now = Date.now.bind(Date);
  mock.method(Date, "now", () => now() + 8 * 86_400_000);
}

describe("a repetition", () => {
  test("answers the same, with the claim code while the receipt waits", async () => {
    const recipient = { recipientHashedPan: randomHashedPan() };
    const { body } = await prepareSealed(api, { recipient });
    const first = await create(body);
    assert.match(first.body.data.veroMetadata.claimCode, /^clm_/);
    assertReplayed(await create(body), first);

    await registerCardholder(api, recipient.recipientHashedPan);
    const { claimCode: _used, ...veroMetadata } = first.body.data.veroMetadata;
    const data = { ...first.body.data, veroMetadata };
    assertReplayed(await create(body), { ...first, body: { ...first.body, data } });
  });

  for (const whose of ["a cardholder", "the escrow"]) {
    test(`answers the same after the reservation has expired, for ${whose}`, async (context) => {
      const known = whose === "a cardholder";
      const recipient = known ? toHolder() : { recipientHashedPan: randomHashedPan() };
      const { body } = await prepareSealed(api, { recipient });
      const first = await create(body);
      letExpire(context);
      assertReplayed(await create(body), first);
      forget(body);
      assertReplayed(await create(body), first);
      const late = await create({ ...body, transactionId: "another one" });
      assertError(late, { status: 400, code: "invalid_request", details: /^reservation: has exp/ });
    });
  }

  test("answers the same although the recipient has changed", async () => {
    const { hashedPan: recipientHashedPan, userId } = await registerCardholder(api);
    const { body } = await prepareSealed(api, { recipient: { recipientHashedPan } });
    const first = await create(body);
    await api.call("DELETE /api/v1/users/{userId}", { params: { userId } });
    forget(body);
    const answer = await create(body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.body.data.paymentId, first.body.data.paymentId);
  });

  test("with the order of its fields changed, and under its Idempotency-Key", async () => {
    const { body } = await prepareSealed(api, { recipient: toHolder() });
    const headers = { "Idempotency-Key": randomHashedPan() };
    const first = await create(body, headers);
    const reversed = Object.fromEntries(Object.entries(body).reverse());
    assertReplayed(await create({ ...reversed, merchantName: null }, headers), first);

    const other = await prepareSealed(api, { recipient: toHolder() });
    const reused = await create(other.body, headers);
    assertError(reused, { status: 409, code: "conflict", details: /^Idempotency-Key: / });
  });

  test("of a decline is the decline, and the next attempt needs a reservation of its own", async () => {
    const declined = await prepareSealed(api, { recipient: toHolder(), fields: DECLINED });
    for (const _turn of [1, 2]) {
      assertError(await create(declined.body), { status: 402, code: "payment_declined" });
    }
    const { receiptId, transactionId } = declined.body;
    const fields = { receiptId, transactionId };
    const sameReservation = await sealFor(declined.reservation, { recipient: toHolder(), fields });
    assertUsed(await create(sameReservation.body), declined.reservation.paymentId);

    const next = await prepareSealed(api, { recipient: toHolder(), fields });
    const paid = await create(next.body);
    assert.equal(paid.status, 201, JSON.stringify(paid.body));
    assert.equal(paid.body.data.paymentId, next.reservation.paymentId);
    assertError(await create(declined.body), { status: 402, code: "payment_declined" });
    assertReplayed(await create(next.body), paid);
  });
});

function assertUsed(answer: Answer, paymentId: string): void {
  assertError(answer, { status: 409, code: "conflict" });
  assert.equal(answer.body.error.details, `${USED}; paymentId: ${paymentId}`);
  assert.equal(answer.headers.get("x-payment-id"), paymentId);
}

test("409: a reservation that another payment has used", async () => {
  for (const recipient of [toHolder(), { recipientHashedPan: randomHashedPan() }]) {
    const { body, reservation } = await prepareSealed(api, { recipient });
    assert.equal((await create(body)).status, 201);
    const again = await sealFor(reservation, { recipient });
    for (const _turn of [1, 2]) assertUsed(await create(again.body), reservation.paymentId);
  }
});

test("409: other fields, which are named", async () => {
  const { body } = await prepareSealed(api, { recipient: toHolder() });
  assert.equal((await create(body)).status, 201);
  assertError(await create({ ...body, amount: 1300 }), {
    status: 409,
    code: "conflict",
    details: /; amount differs; paymentId: /,
  });
  const { receiptId, transactionId } = body;
  const fields = { receiptId, transactionId };
  const sealedAgain = await prepareSealed(api, { recipient: toHolder(), fields });
  assertError(await create(sealedAgain.body), {
    status: 409,
    code: "conflict",
    details: /; reservation and sealedReceipt differ; paymentId: /,
  });
});

test("a payment that a dead process left is charged and finished, its reservation long over", async (context) => {
  const fields = { paymentMethod: "sandbox_timeout" };
  const { body, reservation } = await prepareSealed(api, { recipient: toHolder(), fields });
  const left = await withImpatience(() => create(body));
  assertError(left, { status: 503, code: "service_unavailable" });
  await pool().query("UPDATE payment SET updated_at = now() - interval '3 seconds' WHERE id = $1", [
    reservation.paymentId,
  ]);
  await finishPendingPayments();
  letExpire(context);
  const answer = await create(body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { paymentStatus, receiptStatus, sealedAt } = answer.body.data.veroMetadata;
  assert.deepEqual([paymentStatus, receiptStatus, sealedAt], ["succeeded", "sealed", "till"]);
});
