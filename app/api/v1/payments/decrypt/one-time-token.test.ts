import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import {
  type Answer,
  grant,
  randomHashedPan,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);
const other = setUpCardholder(api);
let paymentIds: string[];
setUp(async () => {
  paymentIds = await Promise.all(Array.from({ length: 4 }, () => createSealedPayment(api, holder)));
});

function paymentAt(index: number): string {
  return paymentIds[index % paymentIds.length] ?? "";
}

async function decrypt(tokenId: string, fields: Record<string, unknown> = {}): Promise<Answer> {
  const { privateKey } = holder;
  const body = { paymentId: paymentAt(0), tokenId, privateKey, ...fields };
  return await api.post("/payments/decrypt", { body });
}

function countSuccesses(answers: Answer[]): number {
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assertError(answer, { status: 403, code: "forbidden" });
  }
  return answers.filter(({ status }) => status === 200).length;
}

describe("a token opens one receipt, once", () => {
  test("of twenty calls at once for one receipt exactly one succeeds", async () => {
    const tokenId = await grant(api, holder);
    const answers = await Promise.all(Array.from({ length: 20 }, () => decrypt(tokenId)));
    assert.equal(countSuccesses(answers), 1);
  });

  test("of twenty calls at once for several receipts exactly one succeeds", async () => {
    const tokenId = await grant(api, holder);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => decrypt(tokenId, { paymentId: paymentAt(n) })),
    );
    assert.equal(countSuccesses(answers), 1);
  });

  test("of decrypt and envelope at once exactly one succeeds", async () => {
    const tokenId = await grant(api, holder);
    const body = { paymentId: paymentAt(0), tokenId };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2 === 0 ? decrypt(tokenId) : api.post("/payments/envelope", { body }),
      ),
    );
    assert.equal(countSuccesses(answers), 1);
  });

  test("twenty tokens used at once all succeed", async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => grant(api, holder)));
    const answers = await Promise.all(tokens.map((tokenId) => decrypt(tokenId)));
    assert.equal(countSuccesses(answers), 20);
  });
});

describe("a call that fails does not consume the token", () => {
  const failures = [
    { name: "malformed private key", fields: () => ({ privateKey: "garbage" }), status: 400 },
    { name: "wrong private key", fields: () => ({ privateKey: other.privateKey }), status: 403 },
    { name: "unknown payment", fields: () => ({ paymentId: "pay_unknown" }), status: 404 },
    {
      name: "another user's payment",
      fields: async () => ({ paymentId: await createSealedPayment(api, other) }),
      status: 403,
    },
    {
      name: "receipt in escrow",
      fields: async () => ({
        paymentId: await createSealedPayment(api, { hashedPan: randomHashedPan() }),
      }),
      status: 409,
    },
  ];
  for (const { name, fields, status } of failures) {
    test(name, async () => {
      const tokenId = await grant(api, holder);
      const failing = await fields();
      assert.equal((await decrypt(tokenId, failing)).status, status);
      assert.equal((await decrypt(tokenId, failing)).status, status);
      assert.equal((await decrypt(tokenId)).status, 200);
      assertError(await decrypt(tokenId), { status: 403, code: "forbidden" });
    });
  }

  test("a key without the scope, and a key of another organization", async () => {
    const tokenId = await grant(api, holder);
    const body = { paymentId: paymentAt(0), tokenId, privateKey: holder.privateKey };
    const scopes = ["receipts:read"] as const;
    const keys = [
      await createTestKey({ organizationId: api.organizationId, scopes }),
      await createTestKey(),
    ];
    const answers = await Promise.all(
      keys.map((key) => api.post("/payments/decrypt", { key, body })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 404],
    );
    assert.equal((await decrypt(tokenId)).status, 200);
  });

  test("wrong keys raced against the right one: the right one gets through", async () => {
    const tokenId = await grant(api, holder);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        decrypt(tokenId, n === 5 ? {} : { privateKey: other.privateKey }),
      ),
    );
    assert.equal(countSuccesses(answers), 1);
    assert.equal(answers[5]?.status, 200);
  });
});

test("a token lives to its last moment and not beyond", async () => {
  const setExpiry =
    "UPDATE access_token SET expires_at = now() - interval '1 second' + $2::interval WHERE hash = $1";
  const [living, dead] = [await grant(api, holder), await grant(api, holder)];
  for (const [tokenId, left] of [
    [living, "10 seconds"],
    [dead, "-1 millisecond"],
  ] as const) {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", Buffer.from(tokenId)));
    const { rowCount } = await pool().query(setExpiry, [hash, left]);
    assert.equal(rowCount, 1);
  }
  assert.equal((await decrypt(living)).status, 200);
  assertError(await decrypt(dead), { status: 403, code: "forbidden" });
});
