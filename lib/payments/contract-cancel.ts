import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";
import { CANCELED_KEY_HOURS } from "#lib/core/retention.ts";
import { gatewayParam, idText } from "#lib/core/text.ts";
import { paymentStatuses } from "#lib/core/vocabulary.ts";

const references = ["merchantId", "receiptId", "transactionId"] as const;

/** The three references, or the Idempotency-Key. */
const cancelByReference = z
  .strictObject({
    merchantId: idText.optional(),
    receiptId: idText.optional(),
    transactionId: idText.optional().meta({ description: "Required with the two before" }),
    idempotencyKey: z.string().min(1).max(255).optional().meta({
      description:
        "In place of the three: the Idempotency-Key that the create was sent with, without quotes",
    }),
  })
  .superRefine((request, context) => {
    const given = references.filter((name) => request[name] !== undefined);
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (request.idempotencyKey !== undefined) {
      for (const name of given) refuse(name, "cannot be given with idempotencyKey");
      return;
    }
    for (const name of references) {
      if (!given.includes(name)) refuse(name, "is required where there is no idempotencyKey");
    }
  })
  .meta({ id: "CancelByReference" });

const referenceCancellation = z
  .object({
    paymentId: z
      .string()
      .nullable()
      .meta({ description: "null where there is no payment: nothing has arrived so far" }),
    outcome: z.enum(["not_charged", "refunded"]).meta({
      description: "Whether nothing was charged and nothing will be, or it was refunded in full",
    }),
    paymentStatus: z
      .enum(paymentStatuses)
      .nullable()
      .meta({ description: "null where there is no payment" }),
    refundedAmount: z.int().meta({ description: "The sum of the refunds that have succeeded" }),
  })
  .meta({ id: "ReferenceCancellation" });

export type CancelByReference = z.output<typeof cancelByReference>;
export type ReferenceCancellation = z.output<typeof referenceCancellation>;

export const cancelByReferenceOperation = {
  operationId: "cancelByReference",
  method: "POST",
  path: "/api/v1/payments/{gateway}/cancel",
  tag: "Payments",
  summary: "Cancel by your own references",
  description:
    "For a create whose answer did not arrive: makes sure that the customer pays nothing, also if the create is " +
    "still on its way. What is there is canceled as by its id. From then on, unless it answered `refunded`, a create " +
    `with these references is 409 and charges nothing, whatever its body is, for ${CANCELED_KEY_HOURS} hours. Safe to ` +
    "repeat. After a 503, repeat it until it is answered; until then the payment may still be charged.",
  scope: "payments:write",
  rateClass: "writes",
  stepUp: true,
  params: z.object({ gateway: gatewayParam }),
  body: cancelByReference,
  response: referenceCancellation,
  statuses: [200],
  errors: ["conflict", "service_unavailable"],
} as const satisfies Operation;
