import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { withImpatience } from "#lib/testing/test-config.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { countPending, groupPending, listPending, settleNow } from "./operate.ts";

const service = setUpTestService();
const api = setUpApi(service);

async function pay(paymentMethod: string): Promise<string> {
  const answer = await api.post("/payments/gateway_one/create", {
    body: paymentBody({ paymentMethod }),
  });
  return answer.headers.get("X-Payment-Id") ?? "";
}

async function reasonOf(id: string) {
  return (await listPending()).find(({ paymentId }) => paymentId === id)?.reason;
}

test("what is not final is grouped by whom it waits for, and for how long", async () => {
  const taken = await pay("sandbox_requires_confirmation");
  const [unanswered] = await withImpatience(() =>
    Promise.all([pay("sandbox_timeout"), pay("sandbox_timeout")]),
  );
  const older = "created_at = now() - interval '2 hours'";
  await pool().query(`UPDATE payment SET ${older} WHERE id = ANY ($1)`, [[unanswered, taken]]);
  const groups = await groupPending();
  const counts = groups.map(({ waitsFor, age, payments }) => `${payments} ${waitsFor} ${age}`);
  assert.deepEqual(counts.sort(), [
    "1 answer over_1h",
    "1 answer up_to_1m",
    "1 customer_or_provider over_1h",
  ]);
  const oldest = groups.find(({ age }) => age === "over_1h")?.oldest ?? 0;
  assert.ok(oldest >= 7200 && oldest < 7300);
});

test("a payment that its customer has not confirmed", async () => {
  const id = await pay("sandbox_requires_confirmation");
  assert.equal(await reasonOf(id), "waits_for_customer");
  const settlement = await settleNow({ paymentId: id });
  assert.deepEqual(settlement, {
    paymentId: id,
    paymentStatus: "requires_confirmation",
    reason: "waits_for_customer",
  });
});

test("a payment whose gateway failed, and does no longer", async () => {
  const id = await withImpatience(() => pay("sandbox_timeout"));
  const [pending] = (await listPending()).filter(({ paymentId }) => paymentId === id);
  const { kind, paymentStatus, connection, attempts, reason } = pending ?? {};
  assert.deepEqual(
    [kind, paymentStatus, connection, attempts, reason],
    ["sale", "pending", null, 1, "no_answer"],
  );
  const before = await countPending();
  const settlement = await settleNow({ paymentId: id });
  assert.deepEqual(settlement, { paymentId: id, paymentStatus: "succeeded", reason: null });
  assert.equal(await countPending(), before - 1);
  assert.equal(await reasonOf(id), undefined);
  await assert.rejects(settleNow({ paymentId: id }), { code: "not_found" });
});

test("a payment that a process is busy with is left to it", async () => {
  const id = await pay("sandbox_error");
  const claim = "claimed_until = now() + interval '1 hour'";
  await pool().query(`UPDATE payment SET ${claim} WHERE id = $1`, [id]);
  assert.equal(await reasonOf(id), "in_progress");
  assert.equal((await settleNow({ paymentId: id })).reason, "in_progress");
});

test("a payment whose account is gone says so", async () => {
  const id = await pay("sandbox_error");
  await pool().query("UPDATE payment SET connection_id = 'gwc_gone' WHERE id = $1", [id]);
  assert.equal(await reasonOf(id), "not_connected");
  assert.equal((await settleNow({ paymentId: id })).reason, "not_connected");
});
