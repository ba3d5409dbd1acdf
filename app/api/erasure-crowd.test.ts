import assert from "node:assert/strict";
import { test } from "node:test";
import { eraseLatePayments } from "#lib/cardholders/erase.ts";
import { pool } from "#lib/storage/database.ts";
import {
  type Answer,
  grant,
  paymentBody,
  randomHashedPan,
  registerCardholder,
} from "#lib/testing/api-client.ts";
import { createErasureStage, readStatuses } from "#lib/testing/erasure-stage.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const PAY = "/payments/gateway_one/create";

const service = setUpTestService();
const stage = setUp(() => createErasureStage(service));

const range = (length: number) => Array.from({ length }, (_, index) => index);

test("a grant or an opening at the same time either comes first or fails", async () => {
  for (const _ of range(8)) {
    const user = await registerCardholder(stage.api);
    const { body } = await stage.merchant.post(PAY, {
      body: paymentBody({ recipientHashedPan: user.hashedPan }),
    });
    const { paymentId } = body.data;
    const tokens = await Promise.all(range(6).map(() => grant(stage.api, user)));
    const open = (tokenId: string) =>
      stage.api.post("/payments/envelope", { body: { paymentId, tokenId } });
    const { userId, keyId } = user;
    const grantOne = () => stage.api.post("/keys/grant-access", { body: { userId, keyId } });
    const answers = await Promise.all<Answer>([
      ...tokens.slice(0, 3).map(open),
      grantOne(),
      requestErasure(service, userId, stage.key),
      requestErasure(service, userId, stage.key),
      grantOne(),
      ...tokens.slice(3).map(open),
    ]);
    const statuses = answers.map(({ status }) => status);
    assert.deepEqual([statuses[4], statuses[5]].sort(), [200, 404]);
    for (const status of statuses.filter((_, index) => index < 3 || index > 6)) {
      assert.ok([200, 403, 409].includes(status), String(status));
    }
    for (const status of [statuses[3], statuses[6]]) {
      assert.ok([201, 404].includes(status ?? 0), String(status));
    }
    const { rows } = await pool().query(
      "SELECT FROM access_token WHERE cardholder_id = $1 AND key_id IS NOT NULL",
      [userId],
    );
    assert.equal(rows.length, 0, "no token outlives its cardholder");
  }
});

test("tills that go on while the card is erased and registered again lose nothing", async () => {
  const { publicKey, keyId } = await registerCardholder(stage.api);
  for (const round of range(8)) {
    const hashedPan = randomHashedPan();
    const register = () =>
      stage.api.post("/onboarding/register", { body: { hashedPan, publicKey, keyId } });
    const first = await register();
    const bodies: Record<string, unknown>[] = [];
    const answers: Answer[] = [];
    const pay = async () => {
      const body = paymentBody({ recipientHashedPan: hashedPan });
      bodies.push(body);
      answers.push(await stage.merchant.post(PAY, { body }));
    };
    let open = true;
    const till = async () => {
      while (open) await pay();
      await pay();
    };
    for (const _ of range(1 + (round % 4))) await pay();
    const paidBefore = answers.map(({ body }) => body.data.paymentId);
    const again = stage.erase(first.body.data.userId).then(register);
    const tills = range(4).map(till);
    const second = await again.finally(() => {
      open = false;
    });
    await Promise.all(tills);
    for (const { status, body } of [second, ...answers]) {
      assert.equal(status, 201, JSON.stringify(body));
    }
    await eraseLatePayments();

    const { body: page } = await stage.api.get(`/receipts/${second.body.data.userId}?limit=100`);
    const theirs = new Set(page.data.receipts.map((r: { paymentId: string }) => r.paymentId));
    const erased: string[] = [];
    for (const { body } of answers) {
      const { paymentId } = body.data;
      const expected = theirs.has(paymentId) ? "sealed" : "erased";
      assert.deepEqual(await readStatuses(stage.merchant, paymentId), ["succeeded", expected]);
      if (expected === "erased") erased.push(paymentId);
    }
    const { rows } = await pool().query(
      "SELECT erased_receipts AS count FROM erasure WHERE cardholder_id = $1",
      [first.body.data.userId],
    );
    assert.equal(rows[0].count, erased.length);
    for (const body of bodies) {
      const repeated = await stage.merchant.post(PAY, { body });
      assert.equal(repeated.status, 200, JSON.stringify(repeated.body));
    }
    assert.ok(paidBefore.every((paymentId) => erased.includes(paymentId)));
    assert.ok(erased.length <= answers.length - tills.length, "what is paid afterwards is kept");
  }
});
