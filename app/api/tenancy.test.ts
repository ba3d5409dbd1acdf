import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Scope, scopes } from "#lib/core/permissions.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import {
  type Answer,
  createApiClient,
  grant,
  paymentBody,
  randomHashedPan,
  refundBody,
  registerCardholder,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);
let paymentId: string;
setUp(async () => {
  paymentId = await createSealedPayment(api, holder);
});

const UNKNOWN = "0".repeat(32);

/** Every endpoint that takes an id: with the ids that exist, and with ones that never did. */
const lookups: [
  string,
  (key: string, ids: { userId: string; paymentId: string }) => Promise<Answer>,
][] = [
  ["GET receipts", (key, { userId }) => api.get(`/receipts/${userId}`, { key })],
  ["GET payments", (key, ids) => api.get(`/payments/gateway_one/${ids.paymentId}`, { key })],
  [
    "payments/refunds",
    (key, ids) =>
      api.post(`/payments/gateway_one/${ids.paymentId}/refunds`, {
        key,
        body: refundBody({ amount: 1 }),
      }),
  ],
  [
    "payments/cancel",
    (key, ids) => api.post(`/payments/gateway_one/${ids.paymentId}/cancel`, { key }),
  ],
  [
    "payments/sandbox-confirm",
    (key, ids) =>
      api.post(`/payments/gateway_one/${ids.paymentId}/sandbox-confirm`, {
        key,
        body: { outcome: "succeeded" },
      }),
  ],
  [
    "keys/grant-access",
    (key, { userId }) =>
      api.post("/keys/grant-access", { key, body: { userId, keyId: holder.keyId } }),
  ],
  [
    "keys/rotate",
    (key, { userId }) =>
      api.post("/keys/rotate", {
        key,
        body: { userId, keyId: "next", publicKey: holder.publicKey },
      }),
  ],
  [
    "payments/decrypt",
    async (key, ids) => {
      const tokenId = await grant(api, holder);
      const body = { paymentId: ids.paymentId, tokenId, privateKey: holder.privateKey };
      return await api.post("/payments/decrypt", { key, body });
    },
  ],
  [
    "payments/envelope",
    async (key, ids) => {
      const tokenId = await grant(api, holder);
      return await api.post("/payments/envelope", {
        key,
        body: { paymentId: ids.paymentId, tokenId },
      });
    },
  ],
];

const strangers: [string, () => Promise<string>][] = [
  ["another organization", () => createTestKey()],
  ["staging", () => createTestKey({ organizationId: api.organizationId, environment: "staging" })],
  [
    "production",
    () => createTestKey({ organizationId: api.organizationId, environment: "production" }),
  ],
];

for (const [who, makeKey] of strangers) {
  describe(`for ${who}`, () => {
    for (const [name, look] of lookups) {
      test(`${name} knows nothing of it: 404 as for an id that never existed`, async () => {
        const key = await makeKey();
        const foreign = await look(key, { userId: holder.userId, paymentId });
        assertError(foreign, { status: 404, code: "not_found" });
        const unknown = { userId: `usr_${UNKNOWN}`, paymentId: `pay_${UNKNOWN}` };
        assertSameError(foreign, await look(key, unknown));
        assert.doesNotMatch(
          JSON.stringify(foreign.body),
          new RegExp(`${holder.userId}|${paymentId}`),
        );
      });
    }
  });
}

test("the owner sees all of it, with any of its keys", async () => {
  const key = await createTestKey({ organizationId: api.organizationId });
  const ids = { userId: holder.userId, paymentId };
  const statuses: number[] = [];
  // One after the other: after a cancellation nothing is left to refund.
  for (const [name, look] of lookups) {
    if (name !== "keys/rotate") statuses.push((await look(key, ids)).status);
  }
  // The last of the payment's own: it is paid, and waits for no confirmation.
  assert.deepEqual(statuses, [200, 200, 201, 200, 409, 201, 200, 200]);
});

test("a token of one organization is worth nothing in the hands of another", async () => {
  const stranger = createApiClient(service, await createTestKey());
  const other = await registerCardholder(stranger);
  const own = await createSealedPayment(api, other);
  const body = { paymentId: own, tokenId: await grant(api, holder), privateKey: other.privateKey };
  const answer = await stranger.post("/payments/decrypt", { body });
  assertError(answer, { status: 403, code: "forbidden" });
});

describe("cards", () => {
  test("may be registered once in each environment", async () => {
    const hashedPan = randomHashedPan();
    const body = { hashedPan, publicKey: holder.publicKey, keyId: holder.keyId };
    const userIds = new Set<string>();
    for (const environment of ["development", "staging", "production"] as Environment[]) {
      const key = await createTestKey({ environment });
      const { status, body: answer } = await api.post("/onboarding/register", { key, body });
      assert.equal(status, 201, JSON.stringify(answer));
      userIds.add(answer.data.userId);
    }
    assert.equal(userIds.size, 3);
  });

  test("registered by another issuer are a conflict that names nobody", async () => {
    const { hashedPan, publicKey, keyId, userId } = holder;
    const key = await createTestKey();
    const answer = await api.post("/onboarding/register", {
      key,
      body: { hashedPan, publicKey, keyId },
    });
    assertError(answer, { status: 409, code: "conflict" });
    assert.doesNotMatch(JSON.stringify(answer.body), new RegExp(`${userId}|${api.organizationId}`));
  });

  test("are found by any merchant of the environment, and of no other", async () => {
    const body = paymentBody({ recipientHashedPan: holder.hashedPan });
    const found = async (environment: Environment) => {
      const key = await createTestKey({ environment });
      const answer = await api.post("/payments/gateway_one/create", { body, key });
      return answer.body.data.veroMetadata.receiptStatus;
    };
    assert.equal(await found("development"), "sealed");
    assert.equal(await found("staging"), "escrowed");
  });

  test("receive what waited in their own environment only", async () => {
    const hashedPan = randomHashedPan();
    const pay = async (environment: Environment) => {
      const key = await createTestKey({ environment });
      const body = paymentBody({ recipientHashedPan: hashedPan });
      assert.equal((await api.post("/payments/gateway_one/create", { body, key })).status, 201);
    };
    await pay("development");
    await pay("staging");
    await pay("staging");
    const { publicKey, keyId } = holder;
    const { body } = await api.post("/onboarding/register", {
      body: { hashedPan, publicKey, keyId },
    });
    assert.equal(body.data.deliveredReceipts, 1);
  });
});

describe("scopes", () => {
  const needs: [Scope, string, (key: string) => Promise<Answer>][] = [
    ["onboarding:write", "generate-keys", (key) => api.post("/onboarding/generate-keys", { key })],
    ["onboarding:write", "register", (key) => api.post("/onboarding/register", { key, body: {} })],
    [
      "onboarding:write",
      "batch",
      (key) => api.post("/onboarding/register/batch", { key, body: {} }),
    ],
    ["receipts:read", "GET users", (key) => api.get("/users?limit=0", { key })],
    ["onboarding:write", "keys/rotate", (key) => api.post("/keys/rotate", { key, body: {} })],
    ["onboarding:write", "DELETE users", (key) => requestErasure(service, "%00", key)],
    ["keys:grant", "grant-access", (key) => api.post("/keys/grant-access", { key, body: {} })],
    ["receipts:read", "GET receipts", (key) => api.get("/receipts/usr_1?limit=0", { key })],
    ["receipts:decrypt", "decrypt", (key) => api.post("/payments/decrypt", { key, body: {} })],
    ["receipts:decrypt", "envelope", (key) => api.post("/payments/envelope", { key, body: {} })],
    [
      "payments:write",
      "create",
      (key) => api.post("/payments/gateway_one/create", { key, body: {} }),
    ],
    [
      "payments:write",
      "refunds",
      (key) => api.post("/payments/gateway_one/pay_1/refunds", { key, body: {} }),
    ],
    ["payments:write", "cancel", (key) => api.post("/payments/gateway_x/pay_1/cancel", { key })],
    [
      "payments:write",
      "sandbox-confirm",
      (key) => api.post("/payments/gateway_one/pay_1/sandbox-confirm", { key, body: {} }),
    ],
    ["payments:read", "GET payments", (key) => api.get("/payments/gateway_x/pay_1", { key })],
    ["payments:read", "the list of payments", (key) => api.get("/payments?limit=0", { key })],
  ];
  for (const [scope, name, call] of needs) {
    test(`${name} needs ${scope}, and nothing but it`, async () => {
      const lacking = await call(
        await createTestKey({ scopes: scopes.filter((s) => s !== scope) }),
      );
      assertError(lacking, { status: 403, code: "forbidden" });

      // Refused for its body or not at all: in any case it came past the scope.
      const { status } = await call(await createTestKey({ scopes: [scope] }));
      assert.equal(status, name === "generate-keys" ? 200 : 400);
    });
  }
});
