import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { startStripeStandIn } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { pool } from "#lib/storage/database.ts";
import { paymentBody } from "#lib/testing/api-client.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { createStripeMerchant } from "#lib/testing/merchant.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";
import { finishPendingPayments } from "./finish-pending.ts";
import { settleNow } from "./operate.ts";

const stripe = setUp(startStripeStandIn);
const service = setUpTestService(() => ({ STRIPE_API_BASE: stripe.url }));
const api = setUp(() => createStripeMerchant(service));

beforeEach(() => pool().query("DELETE FROM pending_payment"));
afterEach(() => stripe.reset());

/** A payment that waits for its customer. */
async function create(): Promise<string> {
  const params = { gateway: "gateway_one" } as const;
  const body = paymentBody({ paymentMethod: "pm_card_authenticationRequired" });
  const { paymentId } = await api.call("POST /api/v1/payments/{gateway}/create", { params, body });
  return paymentId;
}

const change = (id: string, columns: string) =>
  pool().query(`UPDATE payment SET ${columns} WHERE id = $1`, [id]);

const makeDue = (id: string) =>
  pool().query(
    "UPDATE pending_payment SET next_check_at = now() - interval '1 second' WHERE payment_id = $1",
    [id],
  );

async function readPause(id: string): Promise<number> {
  const { rows } = await pool().query(
    `SELECT extract(epoch FROM next_check_at - now())::float8 AS seconds
     FROM pending_payment WHERE payment_id = $1`,
    [id],
  );
  return rows[0].seconds;
}

async function assertGrowingPauses(id: string): Promise<void> {
  for (const seconds of [10, 20, 40, 80, 160, 300, 300]) {
    await makeDue(id);
    const before = performance.now();
    await finishPendingPayments();
    const pause = await readPause(id);
    const passed = (performance.now() - before) / 1000;
    // The column has milliseconds.
    const [least, most] = [seconds - passed - 0.001, seconds + 0.001];
    assert.ok(pause >= least && pause <= most, `${pause} s instead of ${seconds} s`);
  }
}

describe("pauses grow up to five minutes where the provider does not say what became of a payment", () => {
  const breakProvider = () => stripe.misbehave("error", { times: 1_000 });

  test("that nobody has confirmed for a day", async () => {
    const id = await create();
    await change(id, "created_at = now() - interval '25 hours'");
    breakProvider();
    await assertGrowingPauses(id);
  });

  test("that is to be canceled", async () => {
    const id = await create();
    await change(id, "cancel_requested_at = now()");
    breakProvider();
    await assertGrowingPauses(id);
  });

  test("that was canceled, and is open there all the same", async () => {
    const id = await create();
    await change(id, "status = 'canceled'");
    stripe.misbehave("error", { method: "POST", times: 1_000 });
    await assertGrowingPauses(id);
  });

  test("whose account is gone", async () => {
    const id = await create();
    await change(id, "connection_id = 'gone'");
    await assertGrowingPauses(id);
  });

  test("whose account is gone before it was charged", async () => {
    const id = await create();
    await change(id, "connection_id = 'gone', status = 'pending'");
    await pool().query(
      "UPDATE pending_payment SET next_check_at = NULL, gateway_request = '' WHERE payment_id = $1",
      [id],
    );
    await change(id, "updated_at = now() - interval '1 hour'");
    await finishPendingPayments();
    assert.ok((await readPause(id)) > 5);
  });
});

test("a look that is still to come stays where it is, though an operator asks in vain before it", async () => {
  const id = await create();
  await change(id, "connection_id = 'gone'");
  await pool().query(
    "UPDATE pending_payment SET next_check_at = now() + interval '2 hours' WHERE payment_id = $1",
    [id],
  );
  await settleNow({ paymentId: id });
  assert.ok((await readPause(id)) > 7_000);
});

test("however many payments a merchant's broken account holds up, those of others are finished", async () => {
  await fillOverdue(201);
  const other = await create();
  stripe.confirm(other);
  await makeDue(other);
  // The first sweep is busy with those that are overdue for longer.
  for (let sweep = 1; sweep <= 2; sweep += 1) await finishPendingPayments();
  const { rows } = await pool().query("SELECT status FROM payment WHERE id = $1", [other]);
  assert.deepEqual(rows, [{ status: "succeeded" }]);
});

/** Payments of a merchant whose account is gone, each to be looked at an hour ago. */
async function fillOverdue(count: number): Promise<void> {
  const organizationId = await createTestOrganization();
  await fillPayments({ count, organizationId });
  await pool().query(
    `WITH stuck AS (
       UPDATE payment SET status = 'requires_confirmation', connection_id = 'gone'
       WHERE organization_id = $1
       RETURNING id
     )
     INSERT INTO pending_payment (payment_id, next_check_at)
     SELECT id, now() - interval '1 hour' FROM stuck`,
    [organizationId],
  );
}
