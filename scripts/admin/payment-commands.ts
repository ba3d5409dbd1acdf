import { z } from "zod";
import { isId } from "#lib/core/ids.ts";
import {
  listPending,
  type PendingPayment,
  type PendingReason,
  type Settlement,
  settleNow,
} from "#lib/payments/operate.ts";
import { rebuildSums } from "#lib/payments/sum-hours.ts";
import { defineCommand, type Subject } from "./command.ts";
import { count, describeSpan } from "./text.ts";

const paymentId = z
  .string({ error: "the payment id is missing" })
  .refine(
    (given) => isId("payment", given) || isId("refund", given),
    "the payment id is not one: pay_… or ref_…",
  );

export const subject: Subject = {
  commands: {
    pending: defineCommand({
      does: "payments that are not final, the oldest first, and why",
      run: async () => {
        const result = await listPending();
        const now = new Date();
        const text = result.map((payment) => describePending(payment, now)).join("\n");
        return { result, text: text || "Every payment is final" };
      },
    }),
    settle: defineCommand({
      takes: "<payment id>",
      does: "ask the gateway now, and record its answer",
      reach: "secrets",
      words: { paymentId },
      run: async (payment) => {
        const result = await settleNow(payment);
        return { result, text: describeSettlement(result), failed: result.reason !== null };
      },
    }),
    "rebuild-sums": defineCommand({
      does: "sum all payments again for the overviews, as after a table was\nrestored by itself",
      run: async () => {
        await rebuildSums();
        return { result: { rebuilt: true }, text: "The payments of all past hours are summed" };
      },
    }),
  },
  byDefault: "pending",
};

const reasons: Record<PendingReason, string> = {
  in_progress: "a process is busy with it",
  not_connected: "the account that it was begun with is gone: the merchant must connect it again",
  no_answer: "the gateway gave no answer",
  waits_for_customer: "its customer has not confirmed it",
  waits_for_provider: "the provider has not decided",
  to_be_canceled: "it is being canceled",
  to_be_refunded: "it was charged and is being refunded",
  watched_for_late_charge: "canceled, and looked at once more in case that it was charged",
};

function describePending(payment: PendingPayment, now: Date): string {
  const { connection, gateway, createdAt, dueAt, reason } = payment;
  const via = connection ? `${connection.provider ?? "nobody"} ${connection.id}` : "sandbox";
  return [
    `${payment.paymentId}  ${payment.kind}, ${payment.paymentStatus}, ${describeSpan(createdAt, now)} old`,
    `  ${payment.organizationId}, ${payment.environment}, ${gateway} by ${via}`,
    `  ${reasons[reason]}; ${count(payment.attempts, "attempt")}, the next in ${describeSpan(now, dueAt)}`,
  ].join("\n");
}

function describeSettlement(settlement: Settlement): string {
  const { paymentId: id, paymentStatus, reason } = settlement;
  return `${id} is ${paymentStatus}${reason === null ? "" : ` and not final: ${reasons[reason]}`}`;
}
