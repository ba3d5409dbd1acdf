import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import {
  type Answer,
  grant,
  paymentBody,
  randomHashedPan,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const ROUNDS = 4;
const PAYMENTS = 56;
const TILLS = 4;

const service = setUpTestService();
const api = setUpApi(service);
const pair = setUpCardholder(api);

const range = (length: number) => Array.from({ length }, (_, index) => index);

/** Pays with one card over and over, and registers it somewhere in the middle of that. */
async function race(round: number) {
  const recipientHashedPan = randomHashedPan();
  const answers: Answer[] = [];
  const registered = Promise.withResolvers<Answer>();
  const unpaid = range(PAYMENTS);
  const till = async () => {
    while (unpaid.pop() !== undefined) {
      // Begins beside payments that do not find the card yet, in each round other ones. It begins again for what
      // goes into escrow meanwhile, so most of the payments follow.
      if (unpaid.length === 48 + (round % 5)) registered.resolve(register());
      const body = paymentBody({ recipientHashedPan });
      answers.push(await api.post("/payments/gateway_one/create", { body }));
    }
  };
  const register = () =>
    api.post("/onboarding/register", {
      body: { hashedPan: recipientHashedPan, publicKey: pair.publicKey, keyId: pair.keyId },
    });

  await Promise.all(range(TILLS).map(till));
  const user = await registered.promise;
  for (const { status, body } of [user, ...answers]) {
    assert.equal(status, 201, JSON.stringify(body));
  }
  return { user: user.body.data, payments: answers.map(({ body }) => body.data) };
}

async function open(userId: string, paymentId: string) {
  const tokenId = await grant(api, { ...pair, userId }, { paymentId });
  return await api.post("/payments/decrypt", {
    body: { paymentId, tokenId, privateKey: pair.privateKey },
  });
}

test("payments at the very moment of the registration are neither lost nor left in escrow", async () => {
  const escrowedCounts: number[] = [];
  for (const round of range(ROUNDS)) {
    const { user, payments } = await race(round);
    const escrowed = payments.filter((p) => p.veroMetadata.receiptStatus === "escrowed");
    // What was not paid yet at that moment is delivered by its payment.
    assert.ok(user.deliveredReceipts <= escrowed.length);
    escrowedCounts.push(escrowed.length);

    const { body } = await api.get(`/receipts/${user.userId}?limit=100`);
    assert.deepEqual(
      body.data.receipts.map((receipt: { paymentId: string }) => receipt.paymentId).sort(),
      payments.map(({ paymentId }) => paymentId).sort(),
    );
    for (const receipt of body.data.receipts) {
      assert.equal(receipt.receiptStatus, "sealed");
      assert.equal(receipt.keyId, pair.keyId);
    }

    const opened = await Promise.all(payments.map((p) => open(user.userId, p.paymentId)));
    assert.deepEqual(
      opened.map(({ status, body: { data } }) => [status, data?.paymentId, data?.receiptId]),
      payments.map((p) => [200, p.paymentId, p.veroMetadata.receiptId]),
    );
  }
  const { rows } = await pool().query(
    "SELECT id FROM payment WHERE receipt_status = 'escrowed' OR escrow_version IS NOT NULL",
  );
  assert.deepEqual(rows, []);

  const races = escrowedCounts.filter((count) => count > 0 && count < PAYMENTS);
  assert.ok(races.length > ROUNDS / 2, `hardly any race: ${escrowedCounts.join(", ")}`);
});

test("twelve equal registrations at once make one cardholder", async () => {
  const hashedPan = randomHashedPan();
  const waiting = await api.post("/payments/gateway_one/create", {
    body: paymentBody({ recipientHashedPan: hashedPan }),
  });
  assert.equal(waiting.body.data.veroMetadata.receiptStatus, "escrowed");

  const body = { hashedPan, publicKey: pair.publicKey, keyId: pair.keyId };
  const answers = await Promise.all(
    range(12).map(() => api.post("/onboarding/register", { body })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [
    ...Array<number>(11).fill(200),
    201,
  ]);
  for (const answer of answers) assert.deepEqual(answer.body, answers[0]?.body);
  assert.equal(answers[0]?.body.data.deliveredReceipts, 1);
});
