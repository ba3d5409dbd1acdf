import assert from "node:assert/strict";
import { test } from "node:test";
import { publishEvents } from "#lib/events/publish.ts";
import { paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { describeEvents } from "#lib/webhooks/describe-event.ts";
import { eventsAfter } from "./webhooks/catch-up.ts";
import { handle } from "./webhooks/handle.ts";

const service = setUpTestService();
const api = setUpApi(service);

async function pay(): Promise<string> {
  const { body } = await api.post("/payments/gateway_one/create", { body: paymentBody() });
  await publishEvents(describeEvents);
  return body.data.paymentId;
}

async function readAfter(lastEventId?: string) {
  const events = [];
  for await (const event of eventsAfter({ url: service.url, apiKey: api.key }, lastEventId)) {
    events.push(event);
  }
  return events;
}

test("the list is read on from the last event that was handled, over several pages", async () => {
  const paid: string[] = [];
  for (let sale = 0; sale < 103; sale += 1) paid.push(await pay());
  const all = await readAfter();
  assert.deepEqual(
    all.map(({ type, data }) => [type, data.paymentId]),
    paid.map((paymentId) => ["payment.succeeded", paymentId]),
  );

  const last = all.at(-1)?.eventId;
  assert.deepEqual(await readAfter(last), []);
  const next = await pay();
  assert.deepEqual(
    (await readAfter(last)).map(({ data }) => data.paymentId),
    [next],
  );
});

test("a reader that was away for too long begins with the oldest event", async () => {
  const all = await readAfter();
  const gone = `evt_${"0".repeat(32)}`;
  assert.deepEqual(await readAfter(gone), all);
});

test("each event is handled once, and a later state stays", async () => {
  const handled = new Set<string>();
  const states = new Map<string, { at: Date; type: string }>();
  const store = {
    async insertOnce(eventId: string) {
      if (handled.has(eventId)) return false;
      handled.add(eventId);
      return true;
    },
    async keepLatest(thing: string, at: Date, { type }: { type: string }) {
      const known = states.get(thing);
      if (!known || known.at <= at) states.set(thing, { at, type });
    },
  };
  const event = (type: string, second: number, data: Record<string, unknown>) => ({
    eventId: `evt_${type}_${data.disputeId}`,
    type,
    createdAt: `2026-11-28T09:30:0${second}.000Z`,
    data,
  });
  const deliveries = [
    event("refund.failed", 5, { refundId: "ref_1", paymentId: "pay_1" }),
    event("payment.succeeded", 1, { paymentId: "pay_1" }),
    event("refund.succeeded", 3, { refundId: "ref_1", paymentId: "pay_1" }),
    event("refund.failed", 5, { refundId: "ref_1", paymentId: "pay_1" }),
    event("dispute.opened", 7, { disputeId: "dp_1", paymentId: "pay_1" }),
    event("dispute.opened", 8, { disputeId: null, paymentId: "pay_1" }),
    event("receipt.delivered", 1, { paymentId: "pay_1" }),
    event("receipt.updated", 9, { refundId: "ref_1", paymentId: "pay_1" }),
    event("user.registered", 0, { userId: "usr_1" }),
  ];
  for (const delivery of deliveries) await handle(store, delivery);
  assert.deepEqual(
    [...states].map(([thing, { type }]) => [thing, type]),
    [
      ["refund ref_1", "refund.failed"],
      ["payment pay_1", "payment.succeeded"],
      ["dispute dp_1", "dispute.opened"],
      ["dispute pay_1", "dispute.opened"],
      ["receipt pay_1", "receipt.delivered"],
      ["receipt ref_1", "receipt.updated"],
      ["user usr_1", "user.registered"],
    ],
  );
  assert.equal(handled.size, 8);
});
