import assert from "node:assert/strict";
import { test } from "node:test";
import { removeEndedVisits } from "#lib/cardholders/remove-visitors.ts";
import { createPayment } from "#lib/payments/create.ts";
import { requestSchemaFor } from "#lib/payments/order.ts";
import { prisma } from "#lib/storage/database.ts";
import {
  createApiClient,
  paymentBody,
  registerCardholder,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";
import { openAsVisit, payAsVisit, registerAsVisit, startVisit } from "#lib/testing/visit-client.ts";
import { admitVisitors, visitors } from "#lib/visits/visitors.ts";

const service = setUpTestService();
const real = setUpApi(service);
setUp(admitVisitors);

async function createDemoShop() {
  const organizationId = await createTestOrganization();
  await prisma().organization.update({ where: { id: organizationId }, data: { isDemo: true } });
  return createApiClient(service, await createTestKey({ organizationId }));
}

test("what a visit paid goes to no issuer that registers its card, and ends with the visit", async () => {
  const visit = await startVisit(service);
  const { paymentId } = (await payAsVisit(visit)).body.data;
  const sold = await createSealedPayment(real, visit, { note: "real" });
  const holder = await registerCardholder(real, visit.hashedPan);
  const { receipts } = await real.call("GET /api/v1/receipts/{userId}", {
    params: { userId: holder.userId },
    query: {},
  });
  assert.deepEqual(
    receipts.map((receipt) => receipt.paymentId),
    [sold],
  );
  assertError(await payAsVisit(visit), { status: 409, code: "conflict" });

  const { visitId } = (await visit.call("GET", "/demo/visit")).body.data;
  await prisma().visit.update({ where: { id: visitId }, data: { expiresAt: new Date(0) } });
  await removeEndedVisits();
  assert.equal(await prisma().payment.count({ where: { id: paymentId } }), 0);
});

test("a sale of a visit is sealed to no issuer that registered its card after it was let in", async () => {
  const { hashedPan } = await startVisit(service);
  await registerCardholder(real, hashedPan);
  const gateway = "gateway_one";
  const request = requestSchemaFor({ gateway }).parse(
    paymentBody({ recipientHashedPan: hashedPan }),
  );
  const sale = { caller: visitors, gateway, request, merchantSignature: undefined } as const;
  await assert.rejects(createPayment({ ...sale, idempotencyKey: undefined }), { code: "conflict" });
  const { receiptId } = request;
  assert.equal(await prisma().payment.count({ where: { receiptId } }), 0);
});

test("a visit receives what it paid and what the demo sold; all else waits for its cardholder", async () => {
  const visit = await startVisit(service);
  const paid = (await payAsVisit(visit)).body.data.paymentId;
  const sold = await createSealedPayment(await createDemoShop(), visit, { note: "demo" });
  const waiting = await createSealedPayment(real, visit, { note: "real" });

  const user = await registerAsVisit(visit);
  const { body } = await visit.call("GET", `/v1/receipts/${user.userId}`);
  const received = body.data.receipts.map((receipt: { paymentId: string }) => receipt.paymentId);
  assert.deepEqual(received.sort(), [paid, sold].sort());
  assert.equal((await openAsVisit(visit, user, sold)).note, "demo");
  const { userId, keyId } = user;
  const asked = await visit.call("POST", "/v1/keys/grant-access", {
    body: { userId, keyId, paymentId: waiting },
  });
  assertError(asked, { status: 404, code: "not_found" });

  const { visitId } = (await visit.call("GET", "/demo/visit")).body.data;
  await prisma().visit.update({ where: { id: visitId }, data: { expiresAt: new Date(0) } });
  await removeEndedVisits();
  const holder = await registerCardholder(real, visit.hashedPan);
  const { receipts } = await real.call("GET /api/v1/receipts/{userId}", {
    params: { userId: holder.userId },
    query: {},
  });
  assert.deepEqual(
    receipts.map(({ paymentId }) => paymentId),
    [waiting],
  );
});
