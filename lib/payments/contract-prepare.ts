import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";
import { gatewayParam, idText } from "#lib/core/text.ts";
import { recipientFieldNames, recipientFields } from "#lib/receipts/contract.ts";
import { MAX_RESERVATIONS, refusedField, reservationList } from "#lib/reservations/contract.ts";

const preparation = z
  .object({
    ...recipientFields,
    refundOf: idText.optional().meta({
      description:
        "In place of the recipient: the payment to refund. Its credit note goes to the holder of its receipt",
    }),
    anyRecipient: z
      .boolean()
      .optional()
      .meta({
        description:
          "`true` in place of the recipient: the escrow key, for any recipient that create will name. For sales " +
          "without a network; `false` is as absent",
      }),
    count: z.int().min(1).max(MAX_RESERVATIONS).default(1).meta({
      description:
        "How many reservations, `1` if not given; each counts as a call against the rate",
    }),
  })
  .catchall(refusedField("cannot be sent to prepare"))
  .superRefine(checkRecipient)
  .meta({
    id: "Preparation",
    additionalProperties: false,
    anyOf: [
      ...[...recipientFieldNames, "refundOf"].map((name) => ({ required: [name] })),
      { required: ["anyRecipient"], properties: { anyRecipient: { const: true } } },
    ],
  });

/** The recipient's identifiers, the sale that leads to them, or that any will do. For `superRefine`. */
function checkRecipient(body: Record<string, unknown>, context: z.RefinementCtx): void {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  const { refundOf, anyRecipient } = body;
  const named: string[] = recipientFieldNames.filter((name) => body[name] !== undefined);
  const [instead, ...more] = [
    ...(refundOf === undefined ? [] : ["refundOf"]),
    ...(anyRecipient === true ? ["anyRecipient"] : []),
  ];
  if (instead !== undefined) {
    for (const name of [...named, ...more]) refuse(name, `cannot be given with ${instead}`);
    return;
  }
  const [first, ...others] = recipientFieldNames;
  if (named.length > 0) return;
  refuse(
    first,
    `is required unless ${others.join(", ")}, or refundOf is there, or anyRecipient is true`,
  );
}

export type Preparation = z.output<typeof preparation>;

export const preparePaymentOperation = {
  operationId: "preparePayment",
  method: "POST",
  path: "/api/v1/payments/{gateway}/prepare",
  tag: "Payments",
  summary: "Reserve keys to seal receipts to at the till",
  description:
    "For receipts that reach the service already sealed: answers the key to seal the receipt of a future payment to, and " +
    "its `paymentId`. Nothing is stored or charged. See Sealed at the till.",
  scope: "payments:write",
  rateClass: "writes",
  visits: true,
  params: z.object({ gateway: gatewayParam }),
  body: preparation,
  counts: "count",
  response: reservationList,
  statuses: [200],
  errors: ["not_found", "conflict", "service_unavailable"],
} as const satisfies Operation;
