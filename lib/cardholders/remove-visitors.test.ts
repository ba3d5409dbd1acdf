import assert from "node:assert/strict";
import { test } from "node:test";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { requestSchemaFor } from "#lib/payments/contract-order.ts";
import { createPayment } from "#lib/payments/create.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import {
  grant,
  paymentBody,
  registerCardholder,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
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
import { admitVisitors, visitors } from "#lib/visits/visitors.ts";
import { registerUser } from "./register.ts";
import { removeEndedVisits } from "./remove-visitors.ts";

const service = setUpTestService();
const issuer = setUpApi(service);
const cardholder = setUpCardholder(issuer);
setUp(admitVisitors);

const tables = [
  "payment",
  "pending_payment",
  "payment_event",
  "idempotency_record",
  "cardholder",
  "cardholder_key",
  "access_token",
  "visit",
  "visit_token",
  "visit_card",
] as const;

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await pool().query(`SELECT count(*)::int AS count FROM ${table}`);
    counts[table] = rows[0].count;
  }
  return counts;
}

async function endVisit(visit: VisitClient): Promise<void> {
  const { visitId } = (await visit.call("GET", "/demo/visit")).body.data;
  await prisma().visit.update({ where: { id: visitId }, data: { expiresAt: new Date() } });
}

/** All that a visit can leave: paid early, paid late, declined, without an answer, opened. */
async function leaveTraces(visit: VisitClient): Promise<void> {
  const { paymentId } = (await payAsVisit(visit)).body.data;
  const user = await registerAsVisit(visit);
  await payAsVisit(visit, { paymentMethod: "pm_card_chargeDeclined" });
  await payAsVisit(visit, { paymentMethod: "sandbox_requires_confirmation" });
  await payAsVisit(visit, { paymentMethod: "sandbox_error" });
  await payAsVisit(visit);
  await openAsVisit(visit, user, paymentId);
}

test("nothing of an ended visit is left, and nothing else is touched", async () => {
  const othersPayment = await createSealedPayment(issuer, cardholder);
  await grant(issuer, cardholder, { paymentId: othersPayment });
  const running = await startVisit(service);
  await leaveTraces(running);
  const before = await countRows();

  const visit = await startVisit(service);
  await leaveTraces(visit);
  await removeEndedVisits();
  assert.notDeepEqual(await countRows(), before);

  await endVisit(visit);
  // What the gateway gave no answer to is claimed for a while.
  await pool().query("UPDATE payment SET claimed_until = now() - interval '1 second'");
  await removeEndedVisits();
  assert.deepEqual(await countRows(), before);
  assert.equal((await running.call("GET", "/demo/visit")).body.data.payments.length, 5);
});

test("a payment that a process is busy with stays until it is done", async () => {
  const visit = await startVisit(service);
  const { paymentId } = (await payAsVisit(visit)).body.data;
  await endVisit(visit);
  const claim = (until: string) =>
    pool().query(`UPDATE payment SET claimed_until = now() + $2::interval WHERE id = $1`, [
      paymentId,
      until,
    ]);
  const isLeft = async () => (await prisma().payment.count({ where: { id: paymentId } })) === 1;
  await claim("1 minute");
  await removeEndedVisits();
  assert.ok(await isLeft());
  await claim("-1 minute");
  await removeEndedVisits();
  assert.ok(!(await isLeft()));
});

/** As code did that had visits in development: an own sale in escrow, the card, and another own sale. */
async function leaveInDevelopment({ call, hashedPan }: VisitClient): Promise<void> {
  const { visitId } = (await call("GET", "/demo/visit")).body.data;
  const caller = { ...visitors, via: "visit", visitId, environment: "development" } as const;
  const gateway = "gateway_one";
  const pay = async () => {
    const request = requestSchemaFor({ gateway }).parse(
      paymentBody({ recipientHashedPan: hashedPan }),
    );
    const idempotencyKey = undefined;
    await createPayment({ caller, gateway, request, merchantSignature: undefined, idempotencyKey });
  };
  await pay();
  const registration = await generateKeyPair();
  await registerUser({ caller, registration: { hashedPan, ...registration } });
  await pay();
  const indexes = serviceSecrets().cardIndexer.candidates(hashedPan);
  await prisma().visitCard.create({
    data: { visitId, cardIndex: new Uint8Array(indexes[0].value) },
  });
}

test("what visits of earlier versions left in development goes, too, and merchants' sales stay as amounts", async () => {
  const visit = await startVisit(service);
  await leaveInDevelopment(visit);
  const where = { organizationId: visitors.organizationId, environment: "development" } as const;
  const countLeft = async () =>
    await Promise.all([prisma().payment.count({ where }), prisma().cardholder.count({ where })]);
  assert.deepEqual(await countLeft(), [2, 1]);

  const paymentId = await createSealedPayment(issuer, visit);
  await endVisit(visit);
  await removeEndedVisits();
  assert.deepEqual(await countLeft(), [0, 0]);
  const { body } = await issuer.get(`/payments/gateway_one/${paymentId}`);
  assert.equal(body.data.veroMetadata.amount, 1250);
  assert.equal(body.data.veroMetadata.receiptStatus, "erased");
  await registerCardholder(issuer, visit.hashedPan);
});

test("a card is anybody's again", async () => {
  const first = await startVisit(service);
  await registerAsVisit(first);
  const second = await startVisit(service);
  second.hashedPan = first.hashedPan;
  assert.equal((await payAsVisit(second)).status, 409);
  await endVisit(first);
  await removeEndedVisits();
  assert.equal((await payAsVisit(second)).status, 201);
});

test("many ended visits, more than a batch", async () => {
  const expiresAt = new Date();
  const ids = Array.from({ length: 250 }, (_, at) => `vis_${at}`);
  await prisma().visit.createMany({ data: ids.map((id) => ({ id, expiresAt })) });
  await removeEndedVisits();
  assert.equal(await prisma().visit.count({ where: { id: { in: ids } } }), 0);
});
