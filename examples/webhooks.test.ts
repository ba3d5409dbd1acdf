import assert from "node:assert/strict";
import { test } from "node:test";
import { handle } from "./webhooks/handle.ts";

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
    eventId: `evt_${type}_${data.disputeId ?? data.paymentId ?? data.userId}_${second}`,
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
    event("receipt.opened", 4, { paymentId: "pay_1", userId: "usr_1" }),
    event("receipt.updated", 9, { paymentId: "pay_1", userId: "usr_1" }),
    event("receipt.updated", 6, { paymentId: "pay_1", userId: "usr_1" }),
    event("receipt.delivered", 1, { paymentId: "pay_1", userId: "usr_1" }),
    event("receipt.delivered", 2, { paymentId: "ref_1", userId: "usr_1" }),
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
      ["receipt.opened pay_1", "receipt.opened"],
      ["receipt.updated pay_1", "receipt.updated"],
      ["receipt.delivered pay_1", "receipt.delivered"],
      ["receipt.delivered ref_1", "receipt.delivered"],
      ["user usr_1", "user.registered"],
    ],
  );
  assert.equal(handled.size, 11);
});
