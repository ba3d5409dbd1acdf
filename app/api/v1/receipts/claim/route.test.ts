import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isClaimCode } from "#lib/core/claim-code.ts";
import { endOverdueEscrow } from "#lib/payments/end-escrow.ts";
import { pool } from "#lib/storage/database.ts";
import {
  createApiClient,
  grant,
  paymentBody,
  randomHashedPan,
  refundBody,
  registerCardholder,
  setUpApi,
  setUpCardholder,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { addIdentifier } from "#lib/testing/identifiers.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";

const NOTHING = { status: 404, code: "not_found", details: /^claimCode: / } as const;

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);

async function pay(fields: Record<string, unknown> = {}) {
  const body = paymentBody(fields);
  const { status, body: answer } = await api.post("/payments/gateway_one/create", { body });
  assert.equal(status, 201, JSON.stringify(answer));
  const { paymentId, veroMetadata } = answer.data;
  return { body, paymentId, claimCode: veroMetadata.claimCode as string };
}

const claim = (
  claimCode: string,
  { userId }: Pick<TestCardholder, "userId"> = holder,
  from = api,
) => from.post("/receipts/claim", { body: { claimCode, userId } });

async function listDelivered({ userId }: TestCardholder): Promise<[string, string][]> {
  const { receipts } = (await api.get(`/receipts/${userId}`)).body.data;
  return receipts.map((one: Record<string, string>) => [one.paymentId, one.deliveredBy]);
}

const confirm = (paymentId: string, outcome: string) =>
  api.post(`/payments/gateway_one/${paymentId}/sandbox-confirm`, { body: { outcome } });

async function countCodes(paymentId: string): Promise<number> {
  const { rows } = await pool().query(
    "SELECT count(*)::int AS count FROM claim_code WHERE payment_id = $1",
    [paymentId],
  );
  return rows[0].count;
}

describe("the code", () => {
  test("is in the creation and its replays, and in no look-up or list", async () => {
    const { body, paymentId, claimCode } = await pay();
    assert.ok(isClaimCode(claimCode), claimCode);
    const replay = await api.post("/payments/gateway_one/create", { body });
    assert.deepEqual([replay.status, replay.body.data.veroMetadata.claimCode], [200, claimCode]);
    for (const path of [
      `/payments/gateway_one/${paymentId}`,
      `/payments?receiptId=${body.receiptId}`,
      "/payments",
    ]) {
      const answer = await api.get(path);
      assert.equal(answer.status, 200);
      assert.ok(!JSON.stringify(answer.body).includes("clm_"), path);
    }
    const { rows } = await pool().query("SELECT * FROM claim_code WHERE payment_id = $1", [
      paymentId,
    ]);
    assert.equal(rows[0].hash.length, 32);
    assert.ok(!JSON.stringify(rows).includes(claimCode));
  });

  test("is another one for each payment, and none for a delivered receipt", async () => {
    const codes = [(await pay()).claimCode, (await pay()).claimCode];
    assert.equal(new Set(codes).size, 2);
    const delivered = await pay({ recipientHashedPan: holder.hashedPan });
    assert.equal(delivered.claimCode, undefined);
    assert.equal(await countCodes(delivered.paymentId), 0);
  });
});

describe("200", () => {
  test("delivers the receipt, which the user opens; the same user again gets the same", async () => {
    const user = await registerCardholder(api);
    const { paymentId, claimCode, body } = await pay();
    const first = await claim(claimCode, user);
    const data = { paymentId, receiptStatus: "sealed", kind: "sale" };
    assert.deepEqual([first.status, first.body], [200, { success: true, data }]);
    const again = await claim(claimCode, user);
    assert.deepEqual([again.status, again.body], [200, first.body]);
    assert.deepEqual(await listDelivered(user), [[paymentId, "claim_code"]]);

    const tokenId = await grant(api, user, { paymentId });
    const { privateKey } = user;
    const opened = await api.post("/payments/decrypt", {
      body: { paymentId, tokenId, privateKey },
    });
    assert.equal(opened.body.data.receiptId, body.receiptId);
    const replay = await api.post("/payments/gateway_one/create", { body });
    assert.equal(replay.body.data.veroMetadata.claimCode, undefined);
  });

  test("nothing is left for a later registration of the card", async () => {
    const hashedPan = randomHashedPan();
    const { claimCode } = await pay({ recipientHashedPan: hashedPan });
    assert.equal((await claim(claimCode)).status, 200);
    assert.deepEqual(await listDelivered(await registerCardholder(api, hashedPan)), []);
  });

  test("credit notes that waited come along, and later ones follow", async () => {
    const user = await registerCardholder(api);
    const { paymentId, claimCode } = await pay();
    const refund = () =>
      api.post(`/payments/gateway_one/${paymentId}/refunds`, { body: refundBody({ amount: 10 }) });
    const { refundId: before } = (await refund()).body.data;
    assert.equal((await claim(claimCode, user)).status, 200);
    const { refundId: after } = (await refund()).body.data;
    assert.deepEqual(await listDelivered(user), [
      [after, "claim_code"],
      [before, "claim_code"],
      [paymentId, "claim_code"],
    ]);
  });
});

test("409 before the payment has succeeded, and 200 then", async () => {
  const { paymentId, claimCode } = await pay({ paymentMethod: "sandbox_requires_confirmation" });
  assertError(await claim(claimCode), { status: 409, code: "conflict", details: /^claimCode: / });
  assert.equal((await confirm(paymentId, "succeeded")).status, 200);
  assert.equal((await claim(claimCode)).status, 200);
});

describe("404", () => {
  test("used by another user", async () => {
    const { claimCode } = await pay();
    assert.equal((await claim(claimCode)).status, 200);
    assertError(await claim(claimCode, await registerCardholder(api)), NOTHING);
  });

  test("unknown, and of another environment", async () => {
    const { claimCode } = await pay();
    const last = claimCode.endsWith("a") ? "b" : "a";
    assertError(await claim(`${claimCode.slice(0, -1)}${last}`), NOTHING);
    const organizationId = await createTestOrganization("free", "platform", ["staging"]);
    const key = await createTestKey({ organizationId, environment: "staging" });
    const elsewhere = createApiClient(service, key);
    const user = await registerCardholder(elsewhere);
    assertError(await claim(claimCode, user, elsewhere as typeof api), NOTHING);
    assert.equal((await claim(claimCode)).status, 200);
  });

  test("delivered by an identifier before", async () => {
    const phone = randomHashedPan();
    const user = await registerCardholder(api);
    const { claimCode } = await pay({ recipientHashedPhone: phone });
    await addIdentifier(api, user.userId, "phone", phone);
    assertError(await claim(claimCode, user), NOTHING);
  });

  for (const swept of [false, true]) {
    test(`expired, ${swept ? "after" : "before"} the job has come by`, async () => {
      const { paymentId, claimCode, body } = await pay({ recipientHashedPar: randomHashedPan() });
      await pool().query(
        "UPDATE payment SET escrowed_at = now() - interval '200 days' WHERE id = $1",
        [paymentId],
      );
      if (swept) await endOverdueEscrow();
      assertError(await claim(claimCode), NOTHING);
      const replay = await api.post("/payments/gateway_one/create", { body });
      assert.equal(replay.body.data.veroMetadata.claimCode, undefined);
      if (swept) assert.equal(await countCodes(paymentId), 0);
    });
  }

  test("of a payment that failed", async () => {
    const { paymentId, claimCode } = await pay({ paymentMethod: "sandbox_requires_confirmation" });
    await confirm(paymentId, "failed");
    assertError(await claim(claimCode), NOTHING);
    assert.equal(await countCodes(paymentId), 0);
  });

  test("claimed by a user who was erased", async () => {
    const user = await registerCardholder(api);
    const { paymentId, claimCode } = await pay();
    await claim(claimCode, user);
    assert.equal(await countCodes(paymentId), 1);
    assert.equal((await requestErasure(service, user.userId, api.key)).status, 200);
    assert.equal(await countCodes(paymentId), 0);
    assertError(await claim(claimCode), NOTHING);
  });

  test("for a user of another issuer, and for none", async () => {
    const other = createApiClient(
      service,
      await createTestKey({ organizationId: await createTestOrganization() }),
    );
    const theirs = await registerCardholder(other);
    const { claimCode } = await pay();
    for (const userId of [theirs.userId, `usr_${"0".repeat(32)}`]) {
      const answer = await claim(claimCode, { userId });
      assertError(answer, { status: 404, code: "not_found" });
      assert.equal(answer.body.error.message, "No such user");
    }
    assert.equal((await claim(claimCode, theirs, other as typeof api)).status, 200);
  });
});

test("400 for what is no code, which is not repeated", async () => {
  const answer = await claim(`clm_${"!".repeat(27)}`);
  assertError(answer, { status: 400, code: "invalid_request", details: /^claimCode: / });
  assert.ok(!JSON.stringify(answer.body).includes("!!!"));
});

test("403 without the scope", async () => {
  const { organizationId } = api;
  const key = await createTestKey({ organizationId, scopes: ["receipts:read", "payments:write"] });
  const { claimCode } = await pay();
  const body = { claimCode, userId: holder.userId };
  assertError(await api.post("/receipts/claim", { body, key }), { status: 403, code: "forbidden" });
});

test("erasing the card's later holder leaves the claimed receipt to the claimer", async () => {
  const user = await registerCardholder(api);
  const hashedPan = randomHashedPan();
  const { paymentId, claimCode, body } = await pay({ recipientHashedPan: hashedPan });
  await claim(claimCode, user);
  const later = await registerCardholder(api, hashedPan);
  const erased = await requestErasure(service, later.userId, api.key);
  assert.deepEqual(erased.body.data.erasedReceipts, 0);
  assert.deepEqual(await listDelivered(user), [[paymentId, "claim_code"]]);
  const replay = await api.post("/payments/gateway_one/create", { body });
  assert.equal(replay.body.data.paymentId, paymentId, "the merchant's retry still finds it");
});
