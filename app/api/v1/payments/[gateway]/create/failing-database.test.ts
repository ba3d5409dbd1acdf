import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { type Answer, paymentBody, refundBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { asOwner } from "#lib/testing/test-database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);

/** PostgreSQL refuses the action on payments from now on, with this error. */
const refuse = (action: "INSERT" | "UPDATE" | "UPDATE OF settled_at", error: string) =>
  asOwner(
    service.databaseUrl,
    `
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'refused by the test' USING ERRCODE = '${error}'; END $$;
    CREATE TRIGGER refuse BEFORE ${action} ON payment FOR EACH ROW EXECUTE FUNCTION refuse();`,
  );

const accept = () => asOwner(service.databaseUrl, "DROP FUNCTION IF EXISTS refuse CASCADE");

afterEach(accept);

const create = (body: object) => api.post("/payments/gateway_one/create", { body });

function assertNamed(answer: Answer, id: string | RegExp): void {
  const paymentId = answer.headers.get("x-payment-id") ?? assert.fail("no X-Payment-Id");
  assert.match(paymentId, new RegExp(id));
  const details = new RegExp(`paymentId: ${paymentId}`);
  assertError(answer, { status: 503, code: "service_unavailable", details });
  assert.match(answer.body.error.message, /may or may not have been charged/);
  assert.equal(answer.headers.get("retry-after"), "1");
}

async function findPayments(receiptId: string): Promise<string[]> {
  const { payments } = await api.call("GET /api/v1/payments", { query: { receiptId } });
  return payments.map(({ paymentId }) => paymentId);
}

/** What may succeed later, by PostgreSQL's names. */
const temporary = [
  "disk_full",
  "lock_not_available",
  // A statement that waited for a lock until its time was over.
  "query_canceled",
  "deadlock_detected",
  "serialization_failure",
];

for (const error of temporary) {
  describe(`${error} is a 503 that names the payment`, () => {
    test("as the payment is stored", async () => {
      await refuse("INSERT", error);
      assertNamed(await create(paymentBody()), /^pay_/);
    });

    test("once the card is charged, and the payment is found by that id", async () => {
      const body = paymentBody();
      await refuse("UPDATE", error);
      const lost = await create(body);
      assertNamed(lost, /^pay_/);
      await accept();
      assert.deepEqual(await findPayments(body.receiptId), [lost.headers.get("x-payment-id")]);
    });

    test("as it is canceled or refunded", async () => {
      const { paymentId } = (await create(paymentBody())).body.data;
      await refuse("UPDATE", error);
      for (const [action, body] of [
        ["cancel", undefined],
        ["refunds", refundBody({ amount: 400 })],
      ] as const) {
        const answer = await api.post(`/payments/gateway_one/${paymentId}/${action}`, { body });
        assertNamed(answer, paymentId);
      }
    });
  });
}

test("a paid payment whose client secret cannot be decrypted is a 500 that names it", async () => {
  const body = paymentBody();
  const { paymentId } = (await create(body)).body.data;
  await asOwner(service.databaseUrl, "UPDATE payment SET client_secret = 'damaged'");
  const repeated = await create(body);
  const details = new RegExp(`paymentId: ${paymentId}`);
  assertError(repeated, { status: 500, code: "internal_server_error", details });
  assert.equal(repeated.headers.get("x-payment-id"), paymentId);
});

describe("any other error once the card is charged", () => {
  const unexpected = "assert_failure";

  test("is a 500 that names the payment", async () => {
    const body = paymentBody();
    await refuse("UPDATE", unexpected);
    const lost = await create(body);
    const paymentId = lost.headers.get("x-payment-id") ?? assert.fail("no X-Payment-Id");
    const details = new RegExp(`paymentId: ${paymentId}`);
    assertError(lost, { status: 500, code: "internal_server_error", details });
    assert.doesNotMatch(JSON.stringify(lost.body), /refused by the test/);
    await accept();
    assert.deepEqual(await findPayments(body.receiptId), [paymentId]);
  });

  test("leaves the payment to the retry at once", async () => {
    const body = paymentBody();
    await refuse("UPDATE OF settled_at", unexpected);
    const lost = await create(body);
    assert.equal(lost.status, 500);
    await accept();
    const retry = await create(body);
    assert.equal(retry.status, 201);
    assert.equal(retry.body.data.paymentId, lost.headers.get("x-payment-id"));
  });
});
