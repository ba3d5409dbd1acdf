import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import {
  createApiClient,
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";
import { payAsVisit, registerAsVisit, startVisit } from "#lib/testing/visit-client.ts";
import { admitVisitors } from "#lib/visits/visitors.ts";
import { findHoldings, releaseCard } from "./operate.ts";

const service = setUpTestService();
const merchant = setUpApi(service);

async function createIssuer() {
  const organizationId = await createTestOrganization("free", "issuer", ["development"]);
  return { organizationId, api: createApiClient(service, await createTestKey({ organizationId })) };
}

async function listReceipts({ api }: Awaited<ReturnType<typeof createIssuer>>, userId: string) {
  return (await api.get(`/receipts/${userId}`)).body.data.receipts.length;
}

test("says who has registered a card, in which environment, and keeps only that it was asked", async () => {
  const { organizationId, api } = await createIssuer();
  const { userId, hashedPan } = await registerCardholder(api);
  const [holding, ...others] = await findHoldings(hashedPan.toUpperCase());
  assert.deepEqual(others, []);
  const { environment, issuer, deliveredReceipts } = holding ?? {};
  assert.deepEqual(
    [environment, holding?.userId, issuer, deliveredReceipts],
    ["development", userId, { id: organizationId, name: "Test" }, 0],
  );

  assert.deepEqual(await findHoldings(randomHashedPan()), []);
  const { rows } = await pool().query(
    `SELECT organization_id AS trail, target, before, after FROM audit_entry
     WHERE action = 'card.looked_up' ORDER BY id`,
  );
  const nothing = { before: null, after: null };
  assert.deepEqual(rows, [
    { trail: organizationId, target: userId, ...nothing },
    { trail: "service", target: null, ...nothing },
  ]);
});

test("a released card can be registered by its true issuer, who gets what comes from then on", async () => {
  const wrong = await createIssuer();
  const right = await createIssuer();
  const hashedPan = randomHashedPan();
  const pay = async () => {
    const answer = await merchant.post("/payments/gateway_one/create", {
      body: paymentBody({ recipientHashedPan: hashedPan }),
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data.veroMetadata;
  };
  const squatter = await registerCardholder(wrong.api, hashedPan);
  assert.equal((await pay()).receiptStatus, "sealed");
  assert.equal(await listReceipts(wrong, squatter.userId), 1);

  const released = await releaseCard({ userId: squatter.userId });
  assert.deepEqual([released.environment, released.erasedReceipts], ["development", 1]);
  const able = released.mayRegister.map(({ id }) => id);
  assert.ok(able.includes(wrong.organizationId) && able.includes(right.organizationId));
  assert.deepEqual(await findHoldings(hashedPan), []);
  assert.equal((await wrong.api.get(`/receipts/${squatter.userId}`)).status, 404);

  assert.equal((await pay()).receiptStatus, "escrowed");
  const holder = await registerCardholder(right.api, hashedPan);
  assert.equal(await listReceipts(right, holder.userId), 1);
  await assert.rejects(releaseCard({ userId: squatter.userId }), { code: "not_found" });
});

/** The state of a receipt in escrow, with whether its key is there. */
async function readWaiting(paymentId: string) {
  const { rows } = await pool().query(
    `SELECT receipt_status AS status, encrypted_key IS NOT NULL AS "hasKey" FROM payment WHERE id = $1`,
    [paymentId],
  );
  return rows[0];
}

const waiting = { status: "escrowed", hasKey: true };

test("the card of a visit is found and released, and what merchants sold to it still waits", async () => {
  await admitVisitors();
  const visit = await startVisit(service);
  const user = await registerAsVisit(visit);
  const paid = (await payAsVisit(visit)).body.data.paymentId;
  const sold = await createSealedPayment(merchant, visit);
  const [holding, ...others] = await findHoldings(visit.hashedPan);
  assert.deepEqual([holding?.environment, holding?.userId, others], ["demo", user.userId, []]);

  const released = await releaseCard({ userId: user.userId });
  assert.deepEqual([released.environment, released.mayRegister], ["demo", []]);
  assert.deepEqual(await readWaiting(paid), { status: "erased", hasKey: false });
  assert.deepEqual(await readWaiting(sold), waiting);
  const right = await createIssuer();
  const holder = await registerCardholder(right.api, visit.hashedPan);
  assert.equal(await listReceipts(right, holder.userId), 1);
});

test("neither a release nor an erasure ends the escrow of a receipt that waits for the card", async () => {
  const issuer = await createIssuer();
  for (const isReleased of [true, false]) {
    const hashedPan = randomHashedPan();
    const sold = await createSealedPayment(merchant, { hashedPan });
    const { userId } = await registerCardholder(issuer.api);
    // However it came to be in escrow beside a cardholder, it was never delivered to them.
    await pool().query(
      `UPDATE cardholder SET card_index = (SELECT card_index FROM payment WHERE id = $2) WHERE id = $1`,
      [userId, sold],
    );
    if (isReleased) await releaseCard({ userId });
    else await issuer.api.call("DELETE /api/v1/users/{userId}", { params: { userId } });
    assert.deepEqual(await readWaiting(sold), waiting);
    const holder = await registerCardholder(issuer.api, hashedPan);
    assert.equal(await listReceipts(issuer, holder.userId), 1);
  }
});

test("names no merchant, and nobody who may not act in the environment", async () => {
  const shop = await createTestOrganization("free", "merchant");
  const suspended = await createTestOrganization("free", "issuer", []);
  const { userId } = await registerCardholder((await createIssuer()).api);
  const able = (await releaseCard({ userId })).mayRegister.map(({ id }) => id);
  assert.ok(able.length > 0 && !able.includes(shop) && !able.includes(suspended));
});
