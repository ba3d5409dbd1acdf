import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { serviceSecrets } from "#lib/auth/service-secrets.ts";
import { type Scope, scopes } from "#lib/contract/scope.ts";
import { pool } from "#lib/storage/database.ts";
import {
  type ApiClient,
  createApiClient,
  grant,
  paymentBody,
  randomHashedPan,
  registerCardholder,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { eraseUser } from "#lib/testing/erase-user.ts";
import {
  createTestKey,
  createTestOrganization,
  startTestService,
  type TestService,
} from "#lib/testing/test-service.ts";

const PAY = "/payments/gateway_one/create";
const NOT_FOUND = { status: 404, code: "not_found" } as const;
const UNKNOWN = `usr_${"0".repeat(32)}`;

let service: TestService;
let organizationId: string;
let key: string;
let api: ApiClient;
let merchantId: string;
let merchant: ApiClient;
let holder: TestCardholder;
before(async () => {
  service = await startTestService();
  organizationId = await createTestOrganization("enterprise", "issuer");
  key = await createTestKey({ organizationId });
  api = createApiClient(service, key);
  merchantId = await createTestOrganization("enterprise", "merchant");
  merchant = createApiClient(service, await createTestKey({ organizationId: merchantId }));
});
beforeEach(async () => {
  holder = await registerCardholder(api);
});
after(() => service.close());

async function pay(fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const body = paymentBody({ recipientHashedPan: holder.hashedPan, ...fields });
  const { status, body: answer } = await merchant.post(PAY, { body, headers });
  assert.equal(status, 201, JSON.stringify(answer));
  const repeat = () => merchant.post(PAY, { body, headers });
  return { ...answer.data, repeat } as typeof answer.data & { repeat: typeof repeat };
}

async function erase(userId = holder.userId) {
  const answer = await eraseUser(service, userId, key);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}

async function readPayment(paymentId: string) {
  return (await merchant.get(`/payments/gateway_one/${paymentId}`)).body.data;
}

/** Every row of every table, as text. */
async function dumpDatabase(): Promise<string> {
  const { rows: tables } = await pool().query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const dumps = await Promise.all(
    tables.map(({ name }) => pool().query(`SELECT row_to_json(t)::text AS row FROM ${name} t`)),
  );
  return dumps.flatMap(({ rows }) => rows.map(({ row }) => row)).join("\n");
}

describe("200", () => {
  test("says who is gone, when, and how many receipts went along", async () => {
    await pay();
    await pay();
    const start = Date.now();
    const { erasedAt, ...rest } = await erase();
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
      organization_id: organizationId,
      environment: "development",
      erased_receipts: 2,
      member_id: null,
    });
  });

  test("the user is unknown from then on, to each endpoint that takes one", async () => {
    const { userId, keyId, publicKey } = holder;
    await erase();
    assertError(await api.get(`/receipts/${userId}`), NOT_FOUND);
    const answers = [
      await api.post("/keys/grant-access", { body: { userId, keyId } }),
      await api.post("/keys/rotate", { body: { userId, keyId: "next", publicKey } }),
      await eraseUser(service, userId, key),
    ];
    for (const answer of answers) assertError(answer, NOT_FOUND);
    assertSameError(await eraseUser(service, UNKNOWN, key), await eraseUser(service, userId, key));
  });

  test("the receipts are there to nobody, and tokens granted before are void", async () => {
    const { paymentId } = await pay();
    const tokenId = await grant(api, holder);
    await erase();
    const { privateKey } = holder;
    const decryption = { paymentId, tokenId, privateKey };
    for (const answer of [
      await api.post("/payments/decrypt", { body: decryption }),
      await api.post("/payments/envelope", { body: { paymentId, tokenId } }),
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

  test("the merchant keeps the payment as an amount, and sees what became of the receipt", async () => {
    const { paymentId } = await pay({ amount: 4711 });
    await erase();
    const { status, veroMetadata } = await readPayment(paymentId);
    assert.equal(status, "succeeded");
    const { amount, receiptStatus, keyId } = veroMetadata;
    assert.deepEqual([amount, receiptStatus, keyId], [4711, "erased", null]);

    const member = await createTestMember({ organizationId: merchantId });
    const console = createConsoleClient(service, member);
    const { body } = await console("GET", `/payments/${paymentId}`);
    assert.equal(body.data.timeline.at(-1).kind, "erased");
    assert.equal(body.data.envelope.parts.encryptedKey, null);
  });

  test("the merchant's retries get the first answer, by body and by Idempotency-Key", async () => {
    const plain = await pay();
    const keyed = await pay({}, { "Idempotency-Key": randomHashedPan() });
    const declined = paymentBody({
      recipientHashedPan: holder.hashedPan,
      paymentMethod: "pm_card_chargeDeclined",
    });
    assert.equal((await merchant.post(PAY, { body: declined })).status, 402);
    await erase();
    for (const { repeat, ...first } of [plain, keyed]) {
      const { status, body, headers } = await repeat();
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(headers.get("idempotent-replayed"), "true");
      const { veroMetadata } = first;
      assert.deepEqual(body.data, { ...first, veroMetadata: { ...veroMetadata, keyId: null } });
    }
    assert.equal((await merchant.post(PAY, { body: declined })).status, 402);
  });

  test("nothing in the database leads to the card or the key, nor from one payment to the next", async () => {
    await pay({}, { "Idempotency-Key": randomHashedPan() });
    const opened = await pay();
    const tokenId = await grant(api, holder, { paymentId: opened.paymentId });
    const { status } = await api.post("/payments/envelope", {
      body: { paymentId: opened.paymentId, tokenId },
    });
    assert.equal(status, 200);

    const index = serviceSecrets().cardIndexer.index(holder.hashedPan).value;
    const traces = [Buffer.from(index).toString("hex"), holder.keyId];
    const before = await dumpDatabase();
    for (const trace of traces) assert.ok(before.includes(trace), "the search finds what is there");
    await erase();
    const dump = await dumpDatabase();
    for (const trace of traces) assert.ok(!dump.includes(trace), trace);

    const { rows } = await pool().query(
      `SELECT p.card_index AS payment, array_agg(r.card_index) AS records
       FROM payment p JOIN idempotency_record r ON r.payment_id = p.id
       WHERE p.id = $1 OR p.created_at >= (SELECT created_at FROM payment WHERE id = $1)
       GROUP BY 1`,
      [opened.paymentId],
    );
    for (const { payment, records } of rows) {
      assert.equal(payment.length, 32);
      for (const record of records) assert.deepEqual(record, payment);
    }
    const { rows: kept } = await pool().query(
      "SELECT count(*), count(DISTINCT card_index) AS different FROM payment WHERE receipt_status = 'erased'",
    );
    assert.equal(kept[0].count, kept[0].different);
    const lines = dump.split("\n").filter((line) => line.includes(holder.userId));
    for (const line of lines) assert.doesNotMatch(line, /pay_/);
    assert.equal(lines.length, 2, "the erasure, and that access was granted");
  });

  test("the card may be registered anew: another user, who gets what comes from then on", async () => {
    const { hashedPan, publicKey, keyId } = holder;
    const old = await pay();
    await erase();
    const between = await pay();
    assert.equal(between.veroMetadata.receiptStatus, "escrowed");

    const { status, body } = await api.post("/onboarding/register", {
      body: { hashedPan, publicKey, keyId },
    });
    assert.equal(status, 201, JSON.stringify(body));
    const { userId, deliveredReceipts } = body.data;
    assert.notEqual(userId, holder.userId);
    assert.equal(deliveredReceipts, 1);

    const later = await pay();
    const { body: page } = await api.get(`/receipts/${userId}`);
    assert.deepEqual(
      page.data.receipts.map((receipt: { paymentId: string }) => receipt.paymentId),
      [later.paymentId, between.paymentId],
    );
    assert.equal((await readPayment(old.paymentId)).veroMetadata.receiptStatus, "erased");
  });

  test("what had expired in escrow stays expired, without the card", async () => {
    const hashedPan = randomHashedPan();
    const [swept, unswept] = [
      await pay({ recipientHashedPan: hashedPan }),
      await pay({ recipientHashedPan: hashedPan }),
    ];
    await pool().query(
      `UPDATE payment SET escrowed_at = now() - interval '200 days',
              receipt_status = CASE WHEN id = $1 THEN 'expired' ELSE 'escrowed' END::receipt_status
       WHERE id IN ($1, $2)`,
      [swept.paymentId, unswept.paymentId],
    );
    const { userId } = await registerCardholder(api, hashedPan);
    assert.equal((await erase(userId)).erasedReceipts, 0);
    const index = serviceSecrets().cardIndexer.index(hashedPan).value;
    const { rows } = await pool().query(
      `SELECT receipt_status, encrypted_key, card_index = $3 AS linked FROM payment
       WHERE id IN ($1, $2)`,
      [swept.paymentId, unswept.paymentId, index],
    );
    const expired = { receipt_status: "expired", encrypted_key: null, linked: false };
    assert.deepEqual(rows, [expired, expired]);
  });

  test("receipts under an earlier key go along, and other cardholders keep theirs", async () => {
    const other = await registerCardholder(api);
    const theirs = await pay({ recipientHashedPan: other.hashedPan });
    await pay();
    const { userId, publicKey } = holder;
    await api.post("/keys/rotate", { body: { userId, keyId: "next", publicKey } });
    await pay();
    assert.equal((await erase()).erasedReceipts, 2);
    const body = { paymentId: theirs.paymentId, tokenId: await grant(api, other) };
    assert.equal((await api.post("/payments/envelope", { body })).status, 200);
  });
});

describe("who may", () => {
  test("404 for another organization or environment, and nothing happens", async () => {
    await pay();
    for (const stranger of [
      await createTestKey(),
      await createTestKey({ organizationId, environment: "staging" }),
    ]) {
      const answer = await eraseUser(service, holder.userId, stranger);
      assertError(answer, NOT_FOUND);
      assertSameError(answer, await eraseUser(service, UNKNOWN, stranger));
    }
    assert.equal((await api.get(`/receipts/${holder.userId}`)).body.data.receipts.length, 1);
  });

  test("403 without onboarding:write, which is enough", async () => {
    const all: Scope[] = scopes.filter((scope) => scope !== "onboarding:write");
    const lacking = await createTestKey({ organizationId, scopes: all });
    const refused = await eraseUser(service, holder.userId, lacking);
    assertError(refused, { status: 403, code: "forbidden", details: /onboarding:write/ });
    const narrow = await createTestKey({ organizationId, scopes: ["onboarding:write"] });
    assert.equal((await eraseUser(service, holder.userId, narrow)).status, 200);
  });

  test("a member with its session, and not one who only views", async () => {
    const headers = { Origin: service.url, "X-Environment": "development" };
    const viewer = await createTestMember({ organizationId, role: "viewer" });
    const refused = await eraseUser(service, holder.userId, { ...headers, Cookie: viewer.cookie });
    assertError(refused, { status: 403, code: "forbidden" });

    const member = await createTestMember({ organizationId });
    const session = { ...headers, Cookie: member.cookie };
    const foreign = { ...session, Origin: "https://evil.example" };
    const forged = await eraseUser(service, holder.userId, foreign);
    assertError(forged, { status: 403, code: "forbidden" });
    assert.equal((await eraseUser(service, holder.userId, session)).status, 200);
    const { rows } = await pool().query(
      "SELECT api_key_id, member_id FROM erasure WHERE cardholder_id = $1",
      [holder.userId],
    );
    assert.deepEqual(rows, [{ api_key_id: null, member_id: member.memberId }]);
  });

  test("401 without a key", async () => {
    assertError(await eraseUser(service, holder.userId, ""), { status: 401, code: "unauthorized" });
  });
});
