import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { randomHashedPan, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { addPair, createPair } from "#lib/testing/device-keys.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { withOlderCode } from "#lib/testing/with-older-code.ts";

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);

describe("503 while code serves that does not know", () => {
  type Call = [name: string, prepare: () => Promise<[path: string, body: object]>, newest?: string];
  const calls: Call[] = [
    ["an identifier", async () => [`/users/${holder.userId}/identifiers`, identifier()]],
    ["a device", async () => [`/users/${holder.userId}/keys`, await publicPair("RSA-2048")]],
    [
      "a registration with a P-256 key",
      async () => [
        "/onboarding/register",
        { hashedPan: randomHashedPan(), ...(await publicPair("P-256")) },
      ],
    ],
    [
      "a rotation to one",
      async () => ["/keys/rotate", { userId: holder.userId, ...(await publicPair("P-256")) }],
    ],
    [
      "receipts that were sealed at the till: it would answer 400",
      async () => ["/payments/gateway_one/prepare", { recipientHashedPan: holder.hashedPan }],
      "20261128176000_dispute_looks",
    ],
  ];
  for (const [name, prepare, newest] of calls) {
    test(name, async () => {
      const [path, body] = await prepare();
      await withOlderCode(async () => {
        const answer = await api.post(path, { body });
        assertError(answer, { status: 503, code: "service_unavailable" });
        assert.equal(answer.headers.get("retry-after"), "10");
      }, newest);
      const { status } = await api.post(path, { body });
      assert.ok(status === 200 || status === 201, `${status}`);
    });
  }
});

test("where such code destroys the one wrapped key that it knows, the others go as well", async () => {
  await addPair(api, holder, await createPair("P-256"));
  const paymentId = await createSealedPayment(api, holder);
  const wraps = async () => {
    const { rows } = await pool().query(
      `SELECT num_nonnulls(encrypted_key, ephemeral_key, other_recipients) AS count
       FROM payment WHERE id = $1`,
      [paymentId],
    );
    return rows[0].count;
  };
  assert.ok((await wraps()) >= 2);
  await pool().query("UPDATE payment SET encrypted_key = NULL WHERE id = $1", [paymentId]);
  assert.equal(await wraps(), 0);
});

function identifier() {
  return { kind: "email", hash: randomHashedPan() };
}

async function publicPair(kind: "RSA-2048" | "P-256") {
  const { keyId, publicKey } = await createPair(kind);
  return { keyId, publicKey };
}
