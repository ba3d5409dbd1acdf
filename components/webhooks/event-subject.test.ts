import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventType } from "#lib/core/vocabulary.ts";
import { eventExamples } from "#lib/webhooks/event-examples.ts";
import { subjectOf } from "./event-subject.ts";

const rows: [EventType, amount: string | undefined, reference: string | undefined][] = [
  ["payment.succeeded", "€12.50", "r-1001"],
  ["payment.failed", "€12.50", "r-1003"],
  ["refund.succeeded", "€2.50", "return-1"],
  ["dispute.opened", "€12.50", "r-1001"],
  ["receipt.delivered", "€12.50", "r-1001"],
  ["user.registered", undefined, undefined],
];

for (const [type, amount, reference] of rows) {
  test(`${type} has its amount and its reference`, () => {
    const subject = subjectOf(eventExamples[type]);
    assert.deepEqual([subject.amount, subject.reference], [amount, reference]);
  });
}
