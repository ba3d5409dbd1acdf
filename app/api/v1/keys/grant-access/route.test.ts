import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import {
  grant,
  paymentBody,
  randomHashedPan,
  setUpApi,
  setUpCardholder,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const path = "/keys/grant-access";

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);
const other = setUpCardholder(api);

function pairOf({ userId, keyId }: TestCardholder): Record<string, unknown> {
  return { userId, keyId };
}

describe("201", () => {
  test("a token of 150 seconds", async () => {
    const before = Date.now();
    const { status, body } = await api.post(path, { body: pairOf(holder) });
    const after = Date.now();
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(Object.keys(body), ["success", "data"]);
    assert.equal(body.success, true);
    assert.deepEqual(Object.keys(body.data).sort(), ["expiresAt", "expiresIn", "tokenId"]);
    assert.equal(body.data.expiresIn, 150);
    const expiresAt = Date.parse(body.data.expiresAt);
    assert.ok(expiresAt >= before + 150_000 && expiresAt <= after + 150_000);
  });

  test("the token carries 256 bits, and no two are the same", async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => grant(api, holder)));
    assert.equal(new Set(tokens).size, 20);
    // 43 digits of base62 or base64url hold 256 bits.
    for (const token of tokens) assert.match(token, /^tok_[\w-]{43,124}$/);
  });

  test("only the SHA-256 of the token is stored", async () => {
    const tokenId = await grant(api, holder);
    const { rows } = await pool().query(
      "SELECT t::text AS row FROM access_token t WHERE hash = $1",
      [createHash("sha256").update(tokenId).digest()],
    );
    assert.equal(rows.length, 1);
    assert.equal(rows[0].row.includes(tokenId.slice(4)), false);
    assert.equal(rows[0].row.includes(Buffer.from(tokenId).toString("hex")), false);
  });

  test("a second token leaves the first one alone", async () => {
    const paymentId = await createSealedPayment(api, holder);
    const first = await grant(api, holder);
    await grant(api, holder);
    const { status } = await api.post("/payments/envelope", {
      body: { paymentId, tokenId: first },
    });
    assert.equal(status, 200);
  });

  test("bound to one receipt it opens that one only", async () => {
    const bound = await createSealedPayment(api, holder);
    const another = await createSealedPayment(api, holder);
    const tokenId = await grant(api, holder, { paymentId: bound });

    const refused = await api.post("/payments/envelope", { body: { paymentId: another, tokenId } });
    assertError(refused, { status: 403, code: "forbidden" });
    const opened = await api.post("/payments/envelope", { body: { paymentId: bound, tokenId } });
    assert.equal(opened.status, 200, JSON.stringify(opened.body));
  });
});

describe("400", () => {
  const refusals = [
    { name: "no userId", body: { userId: undefined }, details: /^userId: / },
    { name: "empty userId", body: { userId: "" }, details: /^userId: / },
    { name: "numeric userId", body: { userId: 1 }, details: /^userId: / },
    { name: "userId of 129 characters", body: { userId: "u".repeat(129) }, details: /^userId: / },
    { name: "userId with NUL", body: { userId: "usr_\0" }, details: /^userId: / },
    { name: "no keyId", body: { keyId: undefined }, details: /^keyId: / },
    { name: "empty keyId", body: { keyId: "" }, details: /^keyId: / },
    { name: "keyId as a list", body: { keyId: ["key"] }, details: /^keyId: / },
    { name: "keyId of 129 characters", body: { keyId: "k".repeat(129) }, details: /^keyId: / },
    { name: "empty paymentId", body: { paymentId: "" }, details: /^paymentId: / },
    { name: "numeric paymentId", body: { paymentId: 1 }, details: /^paymentId: / },
    { name: "long paymentId", body: { paymentId: "p".repeat(129) }, details: /^paymentId: / },
  ];
  for (const { name, body, details } of refusals) {
    test(name, async () => {
      const answer = await api.post(path, { body: { ...pairOf(holder), ...body } });
      assertError(answer, { status: 400, code: "invalid_request", details });
    });
  }

  test("no body", async () => {
    const headers = { "Content-Type": "application/json" };
    assertError(await api.post(path, { headers }), { status: 400, code: "invalid_request" });
  });
});

describe("404", () => {
  const notFound = { status: 404, code: "not_found" } as const;

  test("an unknown user", async () => {
    const body = { ...pairOf(holder), userId: "usr_unknown" };
    assertError(await api.post(path, { body }), notFound);
  });

  test("a key that the user never had, though another user has it", async () => {
    for (const keyId of ["key_unknown", other.keyId]) {
      assertError(await api.post(path, { body: { userId: holder.userId, keyId } }), notFound);
    }
  });

  test("a receipt that this user cannot open with this key", async () => {
    const paymentMethod = "sandbox_requires_confirmation";
    const { data: unpaid } = (
      await api.post("/payments/gateway_one/create", {
        body: paymentBody({ recipientHashedPan: holder.hashedPan, paymentMethod }),
      })
    ).body;
    for (const paymentId of [
      "pay_unknown",
      await createSealedPayment(api, other),
      await createSealedPayment(api, { hashedPan: randomHashedPan() }),
      unpaid.paymentId,
    ]) {
      assertError(await api.post(path, { body: { ...pairOf(holder), paymentId } }), notFound);
    }

    const paymentId = await createSealedPayment(api, holder);
    const { publicKey } = other;
    const rotation = { userId: holder.userId, keyId: "next", publicKey };
    assert.equal((await api.post("/keys/rotate", { body: rotation })).status, 200);
    const body = { ...pairOf(holder), paymentId };
    assertError(await api.post(path, { body: { ...body, keyId: "next" } }), notFound);
    assert.equal((await api.post(path, { body })).status, 201);
  });

  test("another organization's and another environment's user, answered like an unknown one", async () => {
    const unknown = await api.post(path, { body: { userId: "usr_unknown", keyId: holder.keyId } });
    for (const key of [
      await createTestKey(),
      await createTestKey({ organizationId: api.organizationId, environment: "production" }),
    ]) {
      const answer = await api.post(path, { key, body: pairOf(holder) });
      assertError(answer, notFound);
      assertSameError(answer, unknown);
    }
  });
});

test("401 without a key", async () => {
  const answer = await api.post(path, { key: "", body: pairOf(holder) });
  assertError(answer, { status: 401, code: "unauthorized" });
});

test("403 without the scope keys:grant", async () => {
  const key = await createTestKey({
    organizationId: api.organizationId,
    scopes: ["onboarding:write", "receipts:read", "receipts:decrypt"],
  });
  const answer = await api.post(path, { key, body: pairOf(holder) });
  assertError(answer, { status: 403, code: "forbidden" });
});
