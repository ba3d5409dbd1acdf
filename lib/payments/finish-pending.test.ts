import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { actOf } from "#lib/audit/act.ts";
import { pool } from "#lib/storage/database.ts";
import { paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { keyCallerOf } from "#lib/testing/key-caller.ts";
import { withImpatience } from "#lib/testing/test-config.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { finishPendingPayments } from "./finish-pending.ts";
import { updateCancelRequested } from "./store/payment.ts";

const service = setUpTestService();
const api = setUpApi(service);
beforeEach(() => pool().query("DELETE FROM pending_payment"));

const create = (body: Record<string, unknown>) =>
  api.post("/payments/gateway_two/create", { body });

/** A payment that its gateway left without an answer; returns its row's id. */
async function leavePending(body: Record<string, unknown>): Promise<string> {
  const answer = await withImpatience(() => create(body));
  assertError(answer, { status: 503, code: "service_unavailable" });
  const { rows } = await pool().query("SELECT id FROM payment WHERE receipt_id = $1", [
    body.receiptId,
  ]);
  return rows[0].id;
}

async function readRow(id: string) {
  const { rows } = await pool().query(
    `SELECT status, decline_code AS "declineCode", gateway_attempts AS attempts,
            claimed_until AS "claimedUntil", gateway_request AS "gatewayRequest"
     FROM payment LEFT JOIN pending_payment ON payment_id = id WHERE id = $1`,
    [id],
  );
  return rows[0];
}

/** As if its gateway had been asked so long ago. */
const age = (id: string, by: string) =>
  pool().query("UPDATE payment SET updated_at = now() - $2::interval WHERE id = $1", [id, by]);

test("a payment without an answer is asked for again, and the client's retry gets the result", async () => {
  const body = paymentBody({ paymentMethod: "sandbox_timeout" });
  const id = await leavePending(body);
  const due = await finishPendingPayments();
  assert.ok(due && due.getTime() > Date.now());
  assert.equal((await readRow(id)).status, "pending", "before its delay is over");

  await age(id, "3 seconds");
  assert.equal(await finishPendingPayments(), undefined);
  assert.deepEqual(await readRow(id), {
    status: "succeeded",
    declineCode: null,
    attempts: 2,
    claimedUntil: null,
    gatewayRequest: null,
  });
  const retry = await create(body);
  assert.equal(retry.status, 200);
  assert.equal(retry.headers.get("idempotent-replayed"), "true");
  assert.equal(retry.body.data.paymentId, id);
});

test("what the gateway was asked for is there only while the payment is pending, and not readable", async () => {
  const cardNonce = "cnon:card-nonce-ok";
  const body = paymentBody({ paymentMethod: "sandbox_error", cardNonce });
  const { gatewayRequest } = await readRow(await leavePending(body));
  assert.ok(gatewayRequest.length > 50);
  assert.ok(!gatewayRequest.includes(cardNonce) && !gatewayRequest.includes("sandbox_error"));

  const answers = [paymentBody(), paymentBody({ cardNonce: "cnon:card-nonce-declined" })];
  for (const answered of answers) await create(answered);
  const { rows } = await pool().query(
    `SELECT gateway_request FROM payment LEFT JOIN pending_payment ON payment_id = id
     WHERE receipt_id = ANY ($1)`,
    [answers.map(({ receiptId }) => receiptId)],
  );
  assert.deepEqual(rows, [{ gateway_request: null }, { gateway_request: null }]);
});

/** As if the process died once the cancellation was kept; then the job comes by. */
async function dieCanceling(id: string): Promise<void> {
  const { rows } = await pool().query(
    `SELECT id, environment, card_index AS "cardIndex", organization_id AS "organizationId"
     FROM payment WHERE id = $1`,
    [id],
  );
  const caller = keyCallerOf(rows[0]);
  await updateCancelRequested(rows[0], actOf(caller, "payment.cancel_requested"));
  await pool().query(
    "UPDATE pending_payment SET next_check_at = now() - interval '1 second' WHERE payment_id = $1",
    [id],
  );
  await finishPendingPayments();
}

test("one that waits for its customer is canceled, if that died before it was done", async () => {
  const body = paymentBody({ paymentMethod: "sandbox_requires_confirmation" });
  const { paymentId } = (await create(body)).body.data;
  await dieCanceling(paymentId);
  assert.equal((await readRow(paymentId)).status, "canceled");
});

test("a paid payment whose cancellation died before its refund began is refunded", async () => {
  const { body } = await create(paymentBody());
  const { paymentId } = body.data;
  await dieCanceling(paymentId);
  const refunds = await pool().query(
    "SELECT refund_origin AS origin FROM payment WHERE refund_of = $1",
    [paymentId],
  );
  assert.deepEqual(refunds.rows, [{ origin: "cancel" }]);
});

describe("no answer again", () => {
  test("is tried again with a delay that doubles up to five minutes", async () => {
    const id = await leavePending(paymentBody({ paymentMethod: "sandbox_error" }));
    const delays = new Map([
      [1, 2],
      [2, 4],
      [3, 8],
      [8, 256],
      [9, 300],
      [1000, 300],
      [32767, 300],
    ]);
    for (const [attempts, seconds] of delays) {
      await pool().query("UPDATE payment SET gateway_attempts = $2 WHERE id = $1", [id, attempts]);
      await age(id, `${seconds - 1} seconds`);
      await finishPendingPayments();
      assert.equal((await readRow(id)).attempts, attempts, `too early after ${attempts}`);
      await age(id, `${seconds + 1} seconds`);
      await finishPendingPayments();
      const row = await readRow(id);
      assert.equal(row.attempts, Math.min(attempts + 1, 32767));
      assert.deepEqual([row.status, row.claimedUntil], ["pending", null]);
    }
  });

  test("is said in the log, without what was sent", async () => {
    const id = await leavePending(paymentBody({ paymentMethod: "sandbox_error" }));
    await age(id, "3 seconds");
    await finishPendingPayments();
    const lines = service.logLines.filter((line) => line.includes(`"payment_id":"${id}"`));
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ level, msg }) => [level, msg]),
      [
        ["info", "request"],
        ["warn", "a payment is not finished yet"],
      ],
    );
    assert.ok(!lines.join().includes("sandbox_error"));
  });
});

describe("a payment that nobody comes back for", () => {
  /** As if it had been created so long ago. */
  const bringForward = (id: string, by: string) =>
    pool().query(
      `WITH looked AS (UPDATE pending_payment SET next_check_at = now() - interval '1 second' - interval '1 second'
                       WHERE payment_id = $1)
       UPDATE payment SET created_at = now() - $2::interval, updated_at = now() - $2::interval
       WHERE id = $1`,
      [id, by],
    );
  const statusOf = async (id: string) => (await readRow(id)).status;

  test("is charged until its time is over, and then canceled where nothing was taken", async () => {
    const id = await leavePending(paymentBody({ paymentMethod: "sandbox_error" }));
    await bringForward(id, "9 minutes");
    await finishPendingPayments();
    assert.equal(await statusOf(id), "pending");
    await bringForward(id, "11 minutes");
    const nextLook = await finishPendingPayments();
    assert.equal(await statusOf(id), "canceled");
    assert.ok(nextLook && nextLook.getTime() > Date.now() + 3_600_000, "after any call on its way");
    assert.equal((await readRow(id)).gatewayRequest, null);

    await bringForward(id, "3 hours");
    assert.equal(await finishPendingPayments(), undefined);
    assert.equal(await statusOf(id), "canceled");
  });

  test("is recorded as paid where the provider has taken the money", async () => {
    const id = await leavePending(paymentBody({ paymentMethod: "sandbox_timeout" }));
    await bringForward(id, "11 minutes");
    await finishPendingPayments();
    assert.equal(await statusOf(id), "succeeded");
  });

  test("409 for whoever comes back too late", async () => {
    const body = paymentBody({ paymentMethod: "sandbox_error" });
    const id = await leavePending(body);
    await bringForward(id, "11 minutes");
    const late = await create(body);
    assertError(late, { status: 409, code: "conflict", details: new RegExp(`paymentId: ${id}`) });
    assert.equal(await statusOf(id), "canceled");
  });

  test("is canceled after a day where it waits for its customer", async () => {
    const body = paymentBody({ paymentMethod: "sandbox_requires_confirmation" });
    const { paymentId } = (await create(body)).body.data;
    await bringForward(paymentId, "23 hours");
    const nextLook = await finishPendingPayments();
    assert.equal(await statusOf(paymentId), "requires_confirmation");
    assert.ok(nextLook && nextLook.getTime() > Date.now());
    await bringForward(paymentId, "25 hours");
    await finishPendingPayments();
    assert.equal(await statusOf(paymentId), "canceled");
  });
});

test("one that waits for its customer is asked for after growing pauses", async () => {
  await create(paymentBody({ paymentMethod: "sandbox_requires_confirmation" }));
  for (const seconds of [10, 20, 40]) {
    await pool().query("UPDATE pending_payment SET next_check_at = now() - interval '1 second'");
    const before = Date.now();
    const due = (await finishPendingPayments())?.getTime() ?? assert.fail("nothing is left");
    assert.ok(due >= before + seconds * 1000 - 1, `${due - before} ms`);
    // The column rounds to a millisecond, Date.now() cuts it off.
    assert.ok(due <= Date.now() + 1 + seconds * 1000, `${due - before} ms`);
  }
});

test("one payment that cannot even be asked for keeps no other from being finished", async () => {
  const broken = await leavePending(paymentBody({ paymentMethod: "sandbox_timeout" }));
  const other = await leavePending(paymentBody({ paymentMethod: "sandbox_timeout" }));
  await pool().query("UPDATE pending_payment SET gateway_request = '\\x00' WHERE payment_id = $1", [
    broken,
  ]);
  await age(broken, "4 seconds");
  await age(other, "3 seconds");
  await finishPendingPayments();
  assert.equal((await readRow(other)).status, "succeeded");
  const row = await readRow(broken);
  assert.deepEqual([row.status, row.claimedUntil], ["pending", null]);
});

test("many sweeps at the same time ask once", async () => {
  const id = await leavePending(paymentBody({ paymentMethod: "sandbox_timeout" }));
  await age(id, "3 seconds");
  await Promise.all(Array.from({ length: 5 }, finishPendingPayments));
  assert.equal((await readRow(id)).attempts, 2);
});
