import assert from "node:assert/strict";
import { test } from "node:test";
import { removeEndedVisits } from "#lib/cardholders/remove-visitors.ts";
import { prisma } from "#lib/storage/database.ts";
import { registerCardholder, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import {
  openAsVisit,
  payAsVisit,
  registerAsVisit,
  startVisit,
  type VisitClient,
} from "#lib/testing/visit-client.ts";
import { admitVisitors } from "#lib/visits/visitors.ts";

const service = setUpTestService();
const real = setUpApi(service);
setUp(admitVisitors);

async function listOfIssuer(userId: string): Promise<string[]> {
  const { receipts } = await real.call("GET /api/v1/receipts/{userId}", {
    params: { userId },
    query: {},
  });
  return receipts.map(({ paymentId }) => paymentId).sort();
}

async function listOfVisit(visit: VisitClient, userId: string): Promise<string[]> {
  const { body } = await visit.call("GET", `/v1/receipts/${userId}`);
  return body.data.receipts.map((receipt: { paymentId: string }) => receipt.paymentId).sort();
}

async function endVisit(visit: VisitClient): Promise<void> {
  const { visitId } = (await visit.call("GET", "/demo/visit")).body.data;
  await prisma().visit.update({ where: { id: visitId }, data: { expiresAt: new Date(0) } });
  await removeEndedVisits();
}

test("an issuer and a visit register the same card, and each gets its own receipts alone", async () => {
  const visit = await startVisit(service);
  const paid = (await payAsVisit(visit)).body.data.paymentId;
  const sold = await createSealedPayment(real, visit, { note: "real" });
  const holder = await registerCardholder(real, visit.hashedPan);
  const user = await registerAsVisit(visit);
  assert.deepEqual(await listOfIssuer(holder.userId), [sold]);
  assert.deepEqual(await listOfVisit(visit, user.userId), [paid]);

  const paidLater = await payAsVisit(visit);
  assert.equal(paidLater.body.data.veroMetadata.receiptStatus, "sealed");
  const soldLater = await createSealedPayment(real, visit);
  assert.deepEqual(await listOfIssuer(holder.userId), [sold, soldLater].sort());
  assert.deepEqual(
    await listOfVisit(visit, user.userId),
    [paid, paidLater.body.data.paymentId].sort(),
  );
  await openAsVisit(visit, user, paidLater.body.data.paymentId);
  const { userId, keyId } = user;
  const body = { userId, keyId, paymentId: sold };
  const asked = await visit.call("POST", "/v1/keys/grant-access", { body });
  assertError(asked, { status: 404, code: "not_found" });

  await endVisit(visit);
  assert.deepEqual(await listOfIssuer(holder.userId), [sold, soldLater].sort());
  assert.equal(await prisma().payment.count({ where: { id: paid } }), 0);
});

test("a card that a visit has registered is nobody's yet in development", async () => {
  const visit = await startVisit(service);
  const user = await registerAsVisit(visit);
  const sold = await createSealedPayment(real, visit);
  assert.equal(
    (await prisma().payment.findFirstOrThrow({ where: { id: sold } })).receiptStatus,
    "escrowed",
  );
  const holder = await registerCardholder(real, visit.hashedPan);
  assert.deepEqual(await listOfIssuer(holder.userId), [sold]);
  assert.deepEqual(await listOfVisit(visit, user.userId), []);
});
