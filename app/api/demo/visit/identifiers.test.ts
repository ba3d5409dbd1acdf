import assert from "node:assert/strict";
import { test } from "node:test";
import { removeEndedVisits } from "#lib/cardholders/remove-visitors.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { randomHashedPan } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
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
setUp(admitVisitors);

const TAKEN = { status: 409, code: "conflict" } as const;
const NOT_FOUND = { status: 404, code: "not_found" } as const;

const fields = {
  par: "recipientHashedPar",
  phone: "recipientHashedPhone",
  email: "recipientHashedEmail",
} as const;

const add = (visit: VisitClient, userId: string, kind: string, hash: string) =>
  visit.call("POST", `/v1/users/${userId}/identifiers`, { body: { kind, hash } });

const claim = (visit: VisitClient, userId: string, claimCode: string) =>
  visit.call("POST", "/v1/receipts/claim", { body: { claimCode, userId } });

async function listDelivered(visit: VisitClient, userId: string) {
  const { receipts } = (await visit.call("GET", `/v1/receipts/${userId}`)).body.data;
  return receipts.map((one: Record<string, string>) => [one.paymentId, one.deliveredBy]);
}

for (const [kind, field] of Object.entries(fields)) {
  test(`a visit pays with a ${kind} of its own, registers it, and opens the receipt`, async () => {
    const visit = await startVisit(service);
    const user = await registerAsVisit(visit);
    const hash = randomHashedPan();
    const paid = await payAsVisit(visit, { recipientHashedPan: undefined, [field]: hash });
    assert.equal(paid.status, 201, JSON.stringify(paid.body));
    const { paymentId } = paid.body.data;
    const added = await add(visit, user.userId, kind, hash);
    assert.deepEqual([added.status, added.body.data.deliveredReceipts], [201, 1]);
    assert.deepEqual(await listDelivered(visit, user.userId), [[paymentId, kind]]);
    assert.equal((await openAsVisit(visit, user, paymentId)).paymentId, paymentId);
    const { body } = await visit.call("GET", "/demo/visit");
    assert.equal(body.data.cards.length, 1, "what is no card is not listed as one");
  });

  test(`what another visit has paid with or registered is not to be had: ${kind}`, async () => {
    const [one, other] = [await startVisit(service), await startVisit(service)];
    const user = await registerAsVisit(other);
    const hash = randomHashedPan();
    await payAsVisit(one, { [field]: hash });
    assertError(await add(other, user.userId, kind, hash), TAKEN);
    assertError(await payAsVisit(other, { [field]: hash }), TAKEN);
    assert.deepEqual(await listDelivered(other, user.userId), []);
  });
}

test("a visit manages its own user's identifiers alone", async () => {
  const [one, other] = [await startVisit(service), await startVisit(service)];
  const user = await registerAsVisit(one);
  const added = await add(one, user.userId, "phone", randomHashedPan());
  const path = `/v1/users/${user.userId}/identifiers`;
  assert.equal((await one.call("GET", path)).body.data.identifiers.length, 2);
  const single = `${path}/${added.body.data.identifierId}`;
  assertError(await other.call("GET", path), NOT_FOUND);
  assertError(await other.call("DELETE", single), NOT_FOUND);
  assertError(await add(other, user.userId, "email", randomHashedPan()), NOT_FOUND);
  assert.equal((await one.call("DELETE", single)).status, 200);
});

test("a visit claims for its own user, also what another one's till shows it", async () => {
  const [shop, customer] = [await startVisit(service), await startVisit(service)];
  const [shopUser, user] = [await registerAsVisit(shop), await registerAsVisit(customer)];
  const paid = await payAsVisit(shop, { recipientHashedPan: randomHashedPan() });
  const { paymentId, veroMetadata } = paid.body.data;
  assertError(await claim(customer, shopUser.userId, veroMetadata.claimCode), NOT_FOUND);
  assert.equal((await claim(customer, user.userId, veroMetadata.claimCode)).status, 200);
  assert.deepEqual(await listDelivered(customer, user.userId), [[paymentId, "claim_code"]]);
  assert.equal((await openAsVisit(customer, user, paymentId)).paymentId, paymentId);
});

test("with a visit go its identifiers, what waited for them, and its claims", async () => {
  const count = async () => {
    const { rows } = await pool().query(
      `SELECT (SELECT count(*)::int FROM cardholder_identifier) AS identifiers,
              (SELECT count(*)::int FROM escrow_identifier) AS waiting,
              (SELECT count(*)::int FROM claim_code) AS codes,
              (SELECT count(*)::int FROM visit_card) AS claimed,
              (SELECT count(*)::int FROM payment) AS payments`,
    );
    return rows[0];
  };
  const before = await count();
  const visit = await startVisit(service);
  const user = await registerAsVisit(visit);
  await add(visit, user.userId, "email", randomHashedPan());
  const recipients = {
    recipientHashedPan: randomHashedPan(),
    recipientHashedPhone: randomHashedPan(),
  };
  await payAsVisit(visit, recipients);
  const paid = await payAsVisit(visit, { recipientHashedPan: randomHashedPan() });
  await claim(visit, user.userId, paid.body.data.veroMetadata.claimCode);
  assert.notDeepEqual(await count(), before);

  const { visitId } = (await visit.call("GET", "/demo/visit")).body.data;
  await prisma().visit.update({ where: { id: visitId }, data: { expiresAt: new Date() } });
  await removeEndedVisits();
  assert.deepEqual(await count(), before);
});
