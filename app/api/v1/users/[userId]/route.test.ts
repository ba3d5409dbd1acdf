import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { type Scope, scopes } from "#lib/core/permissions.ts";
import { pool } from "#lib/storage/database.ts";
import { grant, registerCardholder, type TestCardholder } from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { createErasureStage, payRepeatably, readStatuses } from "#lib/testing/erasure-stage.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const NOT_FOUND = { status: 404, code: "not_found" } as const;
const UNKNOWN = `usr_${"0".repeat(32)}`;

const service = setUpTestService();
const stage = setUp(() => createErasureStage(service));
let holder: TestCardholder;
beforeEach(async () => {
  holder = await registerCardholder(stage.api);
});

const pay = (fields = {}) =>
  payRepeatably(stage.merchant, { recipientHashedPan: holder.hashedPan, ...fields });

describe("200", () => {
  test("says who was erased, when, and with how many receipts", async () => {
    await pay();
    await pay();
    const start = Date.now();
    const { erasedAt, ...rest } = await stage.erase(holder.userId);
    assert.deepEqual(rest, { userId: holder.userId, status: "erased", erasedReceipts: 2 });
    assert.ok(Date.parse(erasedAt) >= start && Date.parse(erasedAt) <= Date.now());

    const { rows } = await pool().query("SELECT * FROM erasure WHERE cardholder_id = $1", [
      holder.userId,
    ]);
    const { api_key_id, erased_at, ...record } = rows[0];
    assert.match(api_key_id, /^ak_/);
    assert.equal(erased_at.toISOString(), erasedAt);
    assert.deepEqual(record, {
      cardholder_id: holder.userId,
      organization_id: stage.organizationId,
      environment: "development",
      erased_receipts: 2,
      member_id: null,
      // Payments of that very moment may still come: the job looks for a day.
      completed_at: null,
    });
  });

  test("the user is unknown from then on, to each endpoint that takes one", async () => {
    const { userId, keyId, publicKey } = holder;
    await stage.erase(holder.userId);
    assertError(await stage.api.get(`/receipts/${userId}`), NOT_FOUND);
    const answers = [
      await stage.api.post("/keys/grant-access", { body: { userId, keyId } }),
      await stage.api.post("/keys/rotate", { body: { userId, keyId: "next", publicKey } }),
      await requestErasure(service, userId, stage.key),
    ];
    for (const answer of answers) assertError(answer, NOT_FOUND);
    assertSameError(
      await requestErasure(service, UNKNOWN, stage.key),
      await requestErasure(service, userId, stage.key),
    );
  });

  test("nobody can open the receipts, and tokens granted before are void", async () => {
    const { paymentId } = await pay();
    const tokenId = await grant(stage.api, holder);
    await stage.erase(holder.userId);
    const { privateKey } = holder;
    const decryption = { paymentId, tokenId, privateKey };
    for (const answer of [
      await stage.api.post("/payments/decrypt", { body: decryption }),
      await stage.api.post("/payments/envelope", { body: { paymentId, tokenId } }),
    ]) {
      assertError(answer, { status: 409, code: "conflict" });
      assert.match(answer.body.error.message, /erased/);
    }
    const { rows } = await pool().query(
      `SELECT key_id, payment_id, used_for, address, expires_at <= now() AS "isOver"
       FROM access_token WHERE cardholder_id = $1`,
      [holder.userId],
    );
    const nothing = { key_id: null, payment_id: null, used_for: null, address: null };
    assert.deepEqual(rows, [{ ...nothing, isOver: true }]);
  });

  test("the card may be registered again: another user, who gets what comes from then on", async () => {
    const { hashedPan, publicKey, keyId } = holder;
    const old = await pay();
    await stage.erase(holder.userId);
    const between = await pay();
    assert.equal(between.veroMetadata.receiptStatus, "escrowed");

    const { status, body } = await stage.api.post("/onboarding/register", {
      body: { hashedPan, publicKey, keyId },
    });
    assert.equal(status, 201, JSON.stringify(body));
    const { userId, deliveredReceipts } = body.data;
    assert.notEqual(userId, holder.userId);
    assert.equal(deliveredReceipts, 1);

    const later = await pay();
    const { body: page } = await stage.api.get(`/receipts/${userId}`);
    assert.deepEqual(
      page.data.receipts.map((receipt: { paymentId: string }) => receipt.paymentId),
      [later.paymentId, between.paymentId],
    );
    assert.deepEqual(await readStatuses(stage.merchant, old.paymentId), ["succeeded", "erased"]);
  });

  test("receipts under an earlier key are erased too, and other cardholders keep theirs", async () => {
    const other = await registerCardholder(stage.api);
    const theirs = await pay({ recipientHashedPan: other.hashedPan });
    await pay();
    const rotation = { userId: holder.userId, keyId: "next", publicKey: other.publicKey };
    assert.equal((await stage.api.post("/keys/rotate", { body: rotation })).status, 200);
    await pay();
    assert.equal((await stage.erase(holder.userId)).erasedReceipts, 2);
    const body = { paymentId: theirs.paymentId, tokenId: await grant(stage.api, other) };
    assert.equal((await stage.api.post("/payments/envelope", { body })).status, 200);
  });
});

describe("who may", () => {
  test("404 for another organization or environment, and nothing happens", async () => {
    await pay();
    for (const stranger of [
      await createTestKey(),
      await createTestKey({ organizationId: stage.organizationId, environment: "staging" }),
    ]) {
      const answer = await requestErasure(service, holder.userId, stranger);
      assertError(answer, NOT_FOUND);
      assertSameError(answer, await requestErasure(service, UNKNOWN, stranger));
    }
    assert.equal((await stage.api.get(`/receipts/${holder.userId}`)).body.data.receipts.length, 1);
  });

  test("403 without onboarding:write, which is enough", async () => {
    const all: Scope[] = scopes.filter((scope) => scope !== "onboarding:write");
    const lacking = await createTestKey({ organizationId: stage.organizationId, scopes: all });
    const refused = await requestErasure(service, holder.userId, lacking);
    assertError(refused, { status: 403, code: "forbidden", details: /onboarding:write/ });
    const narrow = await createTestKey({
      organizationId: stage.organizationId,
      scopes: ["onboarding:write"],
    });
    assert.equal((await requestErasure(service, holder.userId, narrow)).status, 200);
  });

  test("a member with its session, and not one who only views", async () => {
    const headers = { Origin: service.url, "X-Environment": "development" };
    const viewer = await createTestMember({ organizationId: stage.organizationId, role: "viewer" });
    const refused = await requestErasure(service, holder.userId, {
      ...headers,
      Cookie: viewer.cookie,
    });
    assertError(refused, { status: 403, code: "forbidden" });

    const member = await createTestMember({ organizationId: stage.organizationId });
    const session = { ...headers, Cookie: member.cookie };
    const foreign = { ...session, Origin: "https://evil.example" };
    const forged = await requestErasure(service, holder.userId, foreign);
    assertError(forged, { status: 403, code: "forbidden" });
    assert.equal((await requestErasure(service, holder.userId, session)).status, 200);
    const { rows } = await pool().query(
      "SELECT api_key_id, member_id FROM erasure WHERE cardholder_id = $1",
      [holder.userId],
    );
    assert.deepEqual(rows, [{ api_key_id: null, member_id: member.memberId }]);
  });

  test("401 without a key", async () => {
    assertError(await requestErasure(service, holder.userId, ""), {
      status: 401,
      code: "unauthorized",
    });
  });
});
