import assert from "node:assert/strict";
import { test } from "node:test";
import { publishEvents } from "#lib/events/publish.ts";
import { followSandbox } from "#lib/payments/follow-sandbox.ts";
import { pool } from "#lib/storage/database.ts";
import { paymentBody, refundBody, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { describeEvents } from "#lib/webhooks/describe-event.ts";

const service = setUpTestService();
const api = setUpApi(service);
const cardholder = setUpCardholder(api);

type Told = { type: string; data: Record<string, unknown> };

async function pay(paymentMethod: string): Promise<string> {
  const { hashedPan: recipientHashedPan } = cardholder;
  const body = paymentBody({ paymentMethod, recipientHashedPan });
  return (await api.post("/payments/gateway_one/create", { body })).body.data.paymentId;
}

/** The events of the payment once that much time has passed. */
async function eventsAfter(seconds: number, paymentId: string): Promise<Told[]> {
  for (const statement of [
    "UPDATE payment SET created_at = created_at - make_interval(secs => $1) WHERE refund_of IS NOT NULL",
    "UPDATE sandbox_payment SET created_at = created_at - make_interval(secs => $1)",
    "UPDATE sandbox_notice SET due_at = due_at - make_interval(secs => $1)",
  ]) {
    await pool().query(statement, [seconds]);
  }
  await followSandbox();
  await publishEvents(describeEvents);
  const { body } = await api.get("/events?limit=100");
  const events: Told[] = body.data.events;
  return events.filter(({ data }) => [data.paymentId, data.refundOf].includes(paymentId));
}

const typesOf = (events: readonly Told[]) => events.map(({ type }) => type);

const paid = ["payment.succeeded", "receipt.delivered"];

for (const [value, outcome] of [
  ["sandbox_dispute_won", "won"],
  ["sandbox_dispute_lost", "lost"],
] as const) {
  test(`${value}: dispute.opened, then dispute.closed, each once`, async () => {
    const paymentId = await pay(value);
    assert.deepEqual(typesOf(await eventsAfter(0, paymentId)), paid);
    assert.deepEqual(typesOf(await eventsAfter(5, paymentId)), [...paid, "dispute.opened"]);
    const events = await eventsAfter(5, paymentId);
    assert.deepEqual(typesOf(events), [...paid, "dispute.opened", "dispute.closed"]);
    const [opened, closed] = events.slice(2);
    assert.match(String(opened?.data.disputeId), /^sbx_dp_\w+$/);
    assert.equal(closed?.data.disputeId, opened?.data.disputeId);
    const reason = "product_not_received";
    assert.deepEqual([opened?.data.reason, opened?.data.outcome], [reason, null]);
    assert.deepEqual([closed?.data.reason, closed?.data.outcome], [reason, outcome]);
    assert.deepEqual(typesOf(await eventsAfter(3600, paymentId)), typesOf(events));
  });
}

test("sandbox_late_match: payment.updated and receipt.updated, with the rest of match", async () => {
  const paymentId = await pay("sandbox_late_match");
  const before = await eventsAfter(0, paymentId);
  assert.deepEqual(typesOf(before), paid);
  const events = await eventsAfter(5, paymentId);
  assert.deepEqual(typesOf(events), [...paid, "payment.updated", "receipt.updated"]);
  const arnOf = ({ data }: Told) =>
    (data.match as Record<string, string | null>).acquirerReferenceNumber;
  assert.deepEqual(before.map(arnOf), [null, null]);
  for (const event of events.slice(2)) assert.match(arnOf(event) ?? "", /^\d{23}$/);
});

test("sandbox_refund_late_failure: refund.succeeded, then refund.failed", async () => {
  const paymentId = await pay("pm_card_visa");
  const refundReference = `sandbox_refund_late_failure-${paymentId}`;
  const body = refundBody({ refundReference });
  await api.post(`/payments/gateway_one/${paymentId}/refunds`, { body });
  const refundTypes = async (seconds: number) =>
    typesOf(await eventsAfter(seconds, paymentId)).filter((type) => type.startsWith("refund"));
  assert.deepEqual(await refundTypes(0), ["refund.succeeded"]);
  assert.deepEqual(await refundTypes(5), ["refund.succeeded", "refund.failed"]);
});
