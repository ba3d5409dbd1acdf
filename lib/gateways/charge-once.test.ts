import assert from "node:assert/strict";
import { test } from "node:test";
import { chargeOnce } from "./charge-once.ts";
import type { ChargeOutcome } from "./gateway.ts";
import type { ChargeAnswer } from "./provider-answer.ts";

const HOUR = 60 * 60 * 1000;
const CHARGED = {
  kind: "succeeded",
  orderId: "o",
  clientSecret: "s",
  providerReference: "p",
  amount: 1,
  currency: "usd",
} as const;
const UNKNOWN = { kind: "unknown", reason: "provider_error" } as const;
const TIMEOUT = { kind: "unknown", reason: "timeout" } as const;
const REFUSED = { kind: "refused", reason: "credentials" } as const;
const CONFLICT = { kind: "conflict" } as const;
const DECLINED = { kind: "declined", reason: "lost_card" } as const;

type Case = {
  attempt: number;
  hours?: number;
  sent: ChargeAnswer;
  found?: ChargeOutcome;
  steps: string;
  outcome: ChargeOutcome;
};

const CASES: Case[] = [
  { attempt: 1, sent: CHARGED, steps: "send", outcome: CHARGED },
  { attempt: 1, sent: TIMEOUT, found: CHARGED, steps: "send", outcome: TIMEOUT },
  { attempt: 1, sent: CONFLICT, found: CHARGED, steps: "send", outcome: UNKNOWN },
  {
    attempt: 1,
    sent: REFUSED,
    steps: "send",
    outcome: { kind: "invalid", reason: "credentials" },
  },
  { attempt: 2, sent: CHARGED, steps: "send", outcome: CHARGED },
  { attempt: 2, sent: DECLINED, found: CHARGED, steps: "send", outcome: DECLINED },
  { attempt: 2, sent: UNKNOWN, found: CHARGED, steps: "send find", outcome: CHARGED },
  { attempt: 2, sent: TIMEOUT, steps: "send find", outcome: TIMEOUT },
  { attempt: 2, sent: CONFLICT, found: CHARGED, steps: "send find", outcome: CHARGED },
  { attempt: 2, sent: CONFLICT, hours: 20, steps: "send find", outcome: UNKNOWN },
  { attempt: 2, sent: REFUSED, found: CHARGED, steps: "send find", outcome: CHARGED },
  { attempt: 2, sent: REFUSED, steps: "send find", outcome: UNKNOWN },
  // Never believed: the request before may have gone out a moment ago, however old the payment is.
  { attempt: 2, sent: REFUSED, hours: 3, steps: "send find", outcome: UNKNOWN },
  { attempt: 2, sent: CHARGED, hours: 24, found: DECLINED, steps: "find", outcome: DECLINED },
  { attempt: 2, sent: CHARGED, hours: 24, steps: "find send", outcome: CHARGED },
];

test("a repetition looks up what the idempotency key cannot settle", async () => {
  for (const { attempt, hours = 0, sent, found, steps, outcome } of CASES) {
    const firstAskedAt = new Date(Date.now() - hours * HOUR);
    const taken: string[] = [];
    const result = await chargeOnce(
      { attempt, firstAskedAt },
      {
        keyLifetimeMs: 23 * HOUR,
        async send() {
          taken.push("send");
          return sent;
        },
        async find() {
          taken.push("find");
          return found;
        },
      },
    );
    assert.deepEqual({ steps: taken.join(" "), result }, { steps, result: outcome });
  }
});

test("a search that fails ends the attempt before a charge", async () => {
  const firstAskedAt = new Date(Date.now() - 30 * HOUR);
  const sent: string[] = [];
  const steps = {
    keyLifetimeMs: 23 * HOUR,
    async send() {
      sent.push("send");
      return CHARGED;
    },
    async find(): Promise<never> {
      throw new Error("search is down");
    },
  };
  const charge = { attempt: 2, firstAskedAt };
  await assert.rejects(chargeOnce(charge, steps), /search is down/);
  assert.deepEqual(sent, []);
});
