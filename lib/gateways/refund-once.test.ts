import assert from "node:assert/strict";
import { test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import type { ProviderRefund, RefundOutcome } from "./gateway.ts";
import type { ProviderRefusal } from "./provider-answer.ts";
import { refundOnce } from "./refund-once.ts";

const MADE = { kind: "pending", providerReference: "re_1" } as const;
const UNKNOWN = { kind: "unknown", reason: "provider_error" } as const;
const TIMEOUT = { kind: "unknown", reason: "timeout" } as const;
const CONFLICT = { kind: "conflict" } as const;
const REFUSED = { kind: "refused", reason: "charge_already_refunded" } as const;
const FAILED = { kind: "failed", reason: "charge_already_refunded" } as const;

type Case = {
  attempt: number;
  minutes?: number;
  sent: RefundOutcome | ProviderRefusal;
  /** Which looks find it: none, the second one, or both. */
  found?: "later" | "at once";
  steps: string;
  outcome: RefundOutcome;
};

const CASES: Case[] = [
  { attempt: 1, sent: MADE, steps: "send", outcome: MADE },
  { attempt: 1, sent: REFUSED, steps: "send", outcome: FAILED },
  { attempt: 1, sent: TIMEOUT, steps: "send", outcome: TIMEOUT },
  { attempt: 1, sent: CONFLICT, steps: "send", outcome: UNKNOWN },
  { attempt: 2, sent: MADE, found: "at once", steps: "list", outcome: MADE },
  { attempt: 2, sent: MADE, steps: "list send", outcome: MADE },
  { attempt: 2, sent: TIMEOUT, found: "later", steps: "list send list", outcome: MADE },
  { attempt: 2, sent: REFUSED, found: "later", steps: "list send list", outcome: MADE },
  // The refund that leaves nothing to refund may be this one, and not be listed yet.
  { attempt: 2, sent: REFUSED, steps: "list send list", outcome: UNKNOWN },
  { attempt: 2, sent: REFUSED, minutes: 3, steps: "list send list", outcome: FAILED },
  { attempt: 2, sent: CONFLICT, minutes: 3, steps: "list send list", outcome: UNKNOWN },
];

test("a repetition looks first, and again after a refusal", async () => {
  for (const { attempt, minutes = 0, sent, found, steps, outcome } of CASES) {
    const createdAt = new Date(Date.now() - minutes * 60 * 1000);
    const refundId = createId("refund");
    const refund: ProviderRefund = {
      providerReference: "re_1",
      refundId,
      amount: 400,
      status: "pending",
      failureReason: null,
    };
    const taken: string[] = [];
    const result = await refundOnce(
      { refundId, attempt, firstAskedAt: createdAt },
      {
        async send() {
          taken.push("send");
          return sent;
        },
        async list() {
          taken.push("list");
          const isListed = found === "at once" || (found === "later" && taken.length > 1);
          return isListed ? [refund] : [{ ...refund, refundId: null }];
        },
      },
    );
    assert.deepEqual({ steps: taken.join(" "), result }, { steps, result: outcome });
  }
});
