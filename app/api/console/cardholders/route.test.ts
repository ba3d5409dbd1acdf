import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { CardholderSummaryJson } from "#lib/cardholders/contract-console.ts";
import { fingerprintPublicKey } from "#lib/crypto/fingerprint.ts";
import {
  createApiClient,
  grant,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";

const service = setUpTestService();
const member = setUpMember({ role: "viewer", kind: "issuer" });
const call = createConsoleClient(service, member);
const api = setUpApi(service, { member });
/** In the order of their registration. */
let holders: TestCardholder[];
setUp(async () => {
  holders = [];
  for (let count = 0; count < 5; count += 1) holders.push(await registerCardholder(api));
  await registerCardholder(createApiClient(service, await createTestKey()));
  const staging = await createTestKey({
    organizationId: member.organizationId,
    environment: "staging",
  });
  await registerCardholder(createApiClient(service, staging));
});

const at = (index: number) => holders.at(index) ?? assert.fail();

async function list(query: Record<string, string> = {}, client = call) {
  const { status, body } = await client("GET", `/cardholders?${new URLSearchParams(query)}`);
  assert.equal(status, 200, JSON.stringify(body));
  const cardholders: CardholderSummaryJson[] = body.data.cardholders;
  const { nextCursor }: { nextCursor: string | null } = body.data;
  return { cardholders, userIds: cardholders.map(({ userId }) => userId), nextCursor };
}

const newestFirst = () => holders.map(({ userId }) => userId).toReversed();

test("200: the issuer's cardholders of the environment, the last registered first", async () => {
  const { cardholders, userIds, nextCursor } = await list();
  assert.deepEqual(userIds, newestFirst());
  assert.equal(nextCursor, null);
  const { userId, keyId, publicKey } = at(-1);
  const { registeredAt, ...rest } = cardholders[0] ?? assert.fail();
  assert.deepEqual(rest, {
    userId,
    keyId,
    fingerprint: await fingerprintPublicKey(publicKey),
    receipts: 0,
    hasMoreReceipts: false,
    lastOpenedAt: null,
  });
  assert.ok(Math.abs(Date.parse(registeredAt) - Date.now()) < 60_000);
});

for (const limit of [1, 2, 5]) {
  test(`pages of ${limit} hold every cardholder once`, async () => {
    const pages = [await list({ limit: String(limit) })];
    for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor) {
      pages.push(await list({ limit: String(limit), cursor }));
    }
    assert.equal(pages.length, Math.ceil(5 / limit));
    assert.deepEqual(
      pages.flatMap(({ userIds }) => userIds),
      newestFirst(),
    );
  });
}

test("receipts and the last opening; a used grant counts, one that was not does not", async () => {
  const holder = await registerCardholder(api);
  const paymentId = await createSealedPayment(api, holder);
  await createSealedPayment(api, holder);
  const tokenId = await grant(api, holder);
  const start = Date.now();
  assert.equal(
    (await api.post("/payments/envelope", { body: { paymentId, tokenId } })).status,
    200,
  );
  await grant(api, holder);
  const { cardholders } = await list({ search: holder.userId });
  assert.deepEqual([cardholders.length, cardholders[0]?.receipts], [1, 2]);
  const openedAt = Date.parse(cardholders[0]?.lastOpenedAt ?? "");
  assert.ok(openedAt >= start - 1000 && openedAt <= Date.now() + 1000);

  assert.equal((await requestErasure(service, holder.userId, api.key)).status, 200);
  assert.deepEqual((await list()).userIds, newestFirst());
});

test("receipts are counted up to a thousand, and the answer says that there are more", async () => {
  const holder = await registerCardholder(api);
  await fillPayments({ cardholderId: holder.userId, count: 1_000 });
  const search = holder.userId;
  const exact = (await list({ search })).cardholders[0];
  assert.deepEqual([exact?.receipts, exact?.hasMoreReceipts], [1_000, false]);
  await fillPayments({ cardholderId: holder.userId, count: 500 });
  const more = (await list({ search })).cardholders[0];
  assert.deepEqual([more?.receipts, more?.hasMoreReceipts], [1_000, true]);
  await requestErasure(service, holder.userId, api.key);
});

describe("search", () => {
  test("by user id and key id, whole or by their beginning", async () => {
    const { userId, keyId } = at(2);
    assert.deepEqual((await list({ search: userId })).userIds, [userId]);
    assert.deepEqual((await list({ search: keyId })).userIds, [userId]);
    assert.deepEqual((await list({ search: keyId.slice(0, 16) })).userIds, [userId]);
    assert.deepEqual((await list({ search: "usr_" })).userIds, newestFirst());
    assert.deepEqual((await list({ search: "key_" })).userIds, newestFirst());
  });

  test("continues across pages", async () => {
    const first = await list({ search: "key_", limit: "3" });
    const cursor = first.nextCursor ?? assert.fail();
    const second = await list({ search: "key_", limit: "3", cursor });
    assert.deepEqual([...first.userIds, ...second.userIds], newestFirst());
    assert.equal(second.nextCursor, null);
  });

  test("by the current key, and not by a middle part or in another case", async () => {
    const holder = await registerCardholder(api);
    const { userId } = holder;
    const { publicKey } = await api.call("POST /api/v1/onboarding/generate-keys");
    const next = "Gerät 2 of (100%_)\\";
    await api.post("/keys/rotate", { body: { userId, keyId: next, publicKey } });
    assert.deepEqual((await list({ search: next })).userIds, [userId]);
    for (const search of [holder.keyId, "gerät", "2 of", userId.slice(4), "%", "_", "usr"]) {
      assert.deepEqual((await list({ search })).userIds, [], search);
    }
    await requestErasure(service, userId, api.key);
  });
});

test("never a card: not its hash, and nothing of the length of its index", async () => {
  const hashedPan = randomHashedPan();
  const holder = await registerCardholder(api, hashedPan);
  const { body } = await call("GET", `/cardholders/${holder.userId}`);
  const text = JSON.stringify([body, await list()]);
  assert.ok(!text.includes(hashedPan));
  assert.doesNotMatch(text, /"[^"]*(card(?!holder)|pepper)[^"]*":/i);
  await requestErasure(service, holder.userId, api.key);
});

test("nothing of another organization or environment", async () => {
  const stranger = createConsoleClient(service, await createTestMember());
  const { userId } = at(0);
  assert.deepEqual((await list({}, stranger)).userIds, []);
  for (const search of [userId, "usr_", at(0).keyId]) {
    assert.deepEqual((await list({ search }, stranger)).userIds, []);
  }
  assert.equal((await list({}, createConsoleClient(service, member, "staging"))).userIds.length, 1);
});

describe("400", () => {
  const rows: [Record<string, string>, RegExp][] = [
    [{ limit: "0" }, /^limit: /],
    [{ limit: "101" }, /^limit: /],
    [{ cursor: "nonsense" }, /^cursor: /],
    [{ cursor: Buffer.from("pay_1").toString("base64url") }, /^cursor: /],
    [{ search: "" }, /^search: /],
    [{ search: "k".repeat(129) }, /^search: /],
  ];
  for (const [query, details] of rows) {
    test(new URLSearchParams(query).toString().slice(0, 40), async () => {
      const answer = await call("GET", `/cardholders?${new URLSearchParams(query)}`);
      assertError(answer, { status: 400, code: "invalid_request", details });
    });
  }
});

describe("who may", () => {
  const paths = [
    "/cardholders",
    "/cardholders/usr_1",
    "/cardholders/usr_1/grants",
    "/access-log",
    "/issuer-overview",
  ];
  for (const path of paths) {
    test(`${path}: viewers of issuers and platforms, and no merchant`, async () => {
      const expected = path.includes("usr_1") ? 404 : 200;
      assert.equal((await call("GET", path)).status, expected);
      const platform = await createTestMember({ role: "viewer" });
      assert.equal((await createConsoleClient(service, platform)("GET", path)).status, expected);

      const organizationId = await createTestOrganization("enterprise", "merchant");
      const merchant = await createTestMember({ role: "owner", organizationId });
      const refused = await createConsoleClient(service, merchant)("GET", path);
      assertError(refused, { status: 403, code: "forbidden", details: /receipts:read/ });
      const signedOut = await call("GET", path, { headers: { Cookie: "" } });
      assertError(signedOut, { status: 401, code: "unauthorized" });
      const nowhere = await call("GET", path, { headers: { "X-Environment": "" } });
      assertError(nowhere, { status: 400, code: "invalid_request", details: /^X-Environment/ });
    });
  }
});
