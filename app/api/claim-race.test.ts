import assert from "node:assert/strict";
import { test } from "node:test";
import { endOverdueEscrow } from "#lib/payments/end-escrow.ts";
import { pool } from "#lib/storage/database.ts";
import {
  type Answer,
  paymentBody,
  randomHashedPan,
  refundBody,
  registerCardholder,
  setUpApi,
  setUpCardholder,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { addIdentifier } from "#lib/testing/identifiers.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const ROUNDS = 6;

const service = setUpTestService();
const api = setUpApi(service);
const first = setUpCardholder(api);
const second = setUpCardholder(api);

const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

async function pay(fields: Record<string, unknown> = {}) {
  const { body } = await api.post("/payments/gateway_one/create", { body: paymentBody(fields) });
  const { paymentId, veroMetadata } = body.data;
  return { paymentId, claimCode: veroMetadata.claimCode };
}

const claim = (claimCode: string, { userId }: TestCardholder) =>
  api.post("/receipts/claim", { body: { claimCode, userId } });

/** Who can read the receipt, and what is left to look for it by. */
async function readHolder(paymentId: string) {
  const { rows } = await pool().query(
    `SELECT cardholder_id AS "userId", receipt_status AS status,
            (SELECT count(*)::int FROM escrow_identifier WHERE payment_id = $1) AS identifiers,
            (SELECT count(*)::int FROM claim_code WHERE payment_id = $1 AND claimed_by IS NULL) AS codes
     FROM payment WHERE id = $1`,
    [paymentId],
  );
  return rows[0];
}

const deliveredTo = (userId: string) => ({ userId, status: "sealed", identifiers: 0, codes: 0 });

/** In each round other calls are a little ahead. */
async function together(round: number, calls: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const turned = round % 2 === 0 ? calls : calls.toReversed();
  const answers = await Promise.all(turned.map((call) => call()));
  return round % 2 === 0 ? answers : answers.toReversed();
}

test("two users claim one receipt at once: one gets it", async () => {
  for (const round of rounds) {
    const { paymentId, claimCode } = await pay();
    const [one, other] = await together(round, [
      () => claim(claimCode, first),
      () => claim(claimCode, second),
    ]);
    assert.deepEqual([one?.status, other?.status].sort(), [200, 404]);
    const winner = one?.status === 200 ? first : second;
    assert.deepEqual(await readHolder(paymentId), deliveredTo(winner.userId));
  }
});

test("one user claims a receipt many times at once: each call is answered the same", async () => {
  const { claimCode } = await pay();
  const answers = await Promise.all(Array.from({ length: 8 }, () => claim(claimCode, first)));
  for (const { status, body } of answers) assert.deepEqual([status, body], [200, answers[0]?.body]);
});

test("a claim and the registration of the card at once: one of them gets it, with its credit notes", async () => {
  for (const round of rounds) {
    const hashedPan = randomHashedPan();
    const { paymentId, claimCode } = await pay({ recipientHashedPan: hashedPan });
    const note = await api.post(`/payments/gateway_one/${paymentId}/refunds`, {
      body: refundBody({ amount: 10 }),
    });
    const { publicKey, keyId } = second;
    const [claimed, registered] = await together(round, [
      () => claim(claimCode, first),
      () => api.post("/onboarding/register", { body: { hashedPan, publicKey, keyId } }),
    ]);
    assert.equal(registered?.status, 201, JSON.stringify(registered?.body));
    const { userId, deliveredReceipts } = registered.body.data;
    const isClaimed = claimed?.status === 200;
    assert.deepEqual([claimed?.status, deliveredReceipts], isClaimed ? [200, 0] : [404, 2]);
    const expected = deliveredTo(isClaimed ? first.userId : userId);
    assert.deepEqual(await readHolder(paymentId), expected);
    assert.deepEqual(await readHolder(note.body.data.refundId), expected);
  }
});

test("two users register different identifiers of several receipts at once: each goes to one of them", async () => {
  for (const round of rounds) {
    const recipientHashedPhone = randomHashedPan();
    const recipientHashedEmail = randomHashedPan();
    const sent = { recipientHashedPhone, recipientHashedEmail };
    const ids = [];
    for (let at = 0; at < 5; at += 1) ids.push((await pay(sent)).paymentId);
    const [one, other] = await together(round, [
      () => addIdentifier(api, first.userId, "phone", recipientHashedPhone),
      () => addIdentifier(api, second.userId, "email", recipientHashedEmail),
    ]);
    assert.deepEqual([one?.status, other?.status], [201, 201], JSON.stringify([one, other]));
    const counts = [one?.body.data.deliveredReceipts, other?.body.data.deliveredReceipts];
    assert.deepEqual(counts.sort(), [0, 5]);
    const [holder] = new Set(
      await Promise.all(ids.map(async (id) => (await readHolder(id)).userId)),
    );
    for (const id of ids) assert.deepEqual(await readHolder(id), deliveredTo(holder));
  }
});

test("payments at the very moment of an identifier's registration are not left in escrow", async () => {
  for (const round of rounds) {
    const recipientHashedPhone = randomHashedPan();
    const payments = Array.from({ length: 12 }, () => () => pay({ recipientHashedPhone }));
    const [registered, ...paid] = await Promise.all([
      addIdentifier(api, first.userId, "phone", recipientHashedPhone),
      ...payments.slice(round).map((one) => one()),
    ]);
    assert.equal(registered.status, 201, JSON.stringify(registered.body));
    for (const { paymentId } of paid) {
      assert.deepEqual(await readHolder(paymentId), deliveredTo(first.userId));
    }
  }
});

test("a claim and the end of escrow at once: delivered or expired, and never both", async () => {
  for (const round of rounds) {
    const { paymentId, claimCode } = await pay({ recipientHashedPar: randomHashedPan() });
    const expire = async () => {
      await pool().query(
        "UPDATE payment SET escrowed_at = now() - interval '200 days' WHERE id = $1 AND receipt_status = 'escrowed'",
        [paymentId],
      );
      await endOverdueEscrow();
      return {} as Answer;
    };
    const [claimed] = await together(round, [() => claim(claimCode, first), expire]);
    const { status, userId, ...left } = await readHolder(paymentId);
    const expected = claimed?.status === 200 ? ["sealed", first.userId] : ["expired", null];
    assert.deepEqual([status, userId], expected);
    assert.deepEqual(left, { identifiers: 0, codes: 0 });
  }
});

for (const outcome of ["succeeded", "failed"] as const) {
  test(`a claim while the payment has ${outcome} at that moment`, async () => {
    for (const round of rounds) {
      const { paymentId, claimCode } = await pay({
        paymentMethod: "sandbox_requires_confirmation",
      });
      const [claimed, confirmed] = await together(round, [
        () => claim(claimCode, first),
        () => api.post(`/payments/gateway_one/${paymentId}/sandbox-confirm`, { body: { outcome } }),
      ]);
      assert.equal(confirmed?.status, 200, JSON.stringify(confirmed?.body));
      const after = await claim(claimCode, first);
      if (outcome === "succeeded") {
        assert.ok([200, 409].includes(claimed?.status ?? 0), JSON.stringify(claimed));
        assert.equal(after.status, 200);
        assert.deepEqual(await readHolder(paymentId), deliveredTo(first.userId));
      } else {
        assert.ok([404, 409].includes(claimed?.status ?? 0), JSON.stringify(claimed));
        assert.equal(after.status, 404);
        const nobody = { userId: null, status: "void", identifiers: 0, codes: 0 };
        assert.deepEqual(await readHolder(paymentId), nobody);
      }
    }
  });
}

test("a claim and the erasure of the claimer at once leave nothing behind", async () => {
  for (const round of rounds) {
    const user = await registerCardholder(api);
    const { paymentId, claimCode } = await pay();
    const erase = async () => {
      const response = await fetch(`${service.url}/api/v1/users/${user.userId}`, {
        method: "DELETE",
        headers: { "X-API-Key": api.key },
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    };
    const [claimed, erased] = await together(round, [() => claim(claimCode, user), erase]);
    assert.equal(erased?.status, 200, JSON.stringify(erased?.body));
    const { status, userId, codes } = await readHolder(paymentId);
    const expected = claimed?.status === 200 ? ["erased", null, 0] : ["escrowed", null, 1];
    assert.deepEqual([status, userId, codes], expected);
  }
});
