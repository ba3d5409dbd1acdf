import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { type Answer, paymentBody, refundBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { asOwner } from "#lib/testing/test-database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);

/** The disk has no room for what is done to payments from now on. */
const fillUp = (action: "INSERT" | "UPDATE") =>
  asOwner(
    service.databaseUrl,
    `
    CREATE FUNCTION refuse_for_space() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER refuse_for_space BEFORE ${action} ON payment
      FOR EACH ROW EXECUTE FUNCTION refuse_for_space();`,
  );

afterEach(() => asOwner(service.databaseUrl, "DROP FUNCTION IF EXISTS refuse_for_space CASCADE"));

const create = (body: object) => api.post("/payments/gateway_one/create", { body });

function assertNamed(answer: Answer, id: string | RegExp): void {
  const paymentId = answer.headers.get("x-payment-id") ?? assert.fail("no X-Payment-Id");
  assert.match(paymentId, new RegExp(id));
  const details = new RegExp(`paymentId: ${paymentId}`);
  assertError(answer, { status: 503, code: "service_unavailable", details });
  assert.match(answer.body.error.message, /may or may not have been charged/);
  assert.equal(answer.headers.get("retry-after"), "1");
}

describe("503 that names the payment, where the database fails", () => {
  test("as the payment is stored", async () => {
    await fillUp("INSERT");
    assertNamed(await create(paymentBody()), /^pay_/);
  });

  test("once the card is charged, and the payment is found by that id", async () => {
    const body = paymentBody();
    await fillUp("UPDATE");
    const lost = await create(body);
    assertNamed(lost, /^pay_/);
    await asOwner(service.databaseUrl, "DROP FUNCTION refuse_for_space CASCADE");
    const { payments } = await api.call("GET /api/v1/payments", {
      query: { receiptId: body.receiptId },
    });
    assert.deepEqual(
      payments.map(({ paymentId }) => paymentId),
      [lost.headers.get("x-payment-id")],
    );
  });

  test("as it is canceled or refunded", async () => {
    const { paymentId } = (await create(paymentBody())).body.data;
    await fillUp("UPDATE");
    for (const [action, body] of [
      ["cancel", undefined],
      ["refunds", refundBody({ amount: 400 })],
    ] as const) {
      const answer = await api.post(`/payments/gateway_one/${paymentId}/${action}`, { body });
      assertNamed(answer, paymentId);
    }
  });
});
