import type { z } from "zod";
import { idText } from "#lib/core/text.ts";
import { clearFields, creditNoteFields, recipientFieldNames } from "#lib/receipts/contract.ts";
import { namesRecipient, recipientIsMissing } from "#lib/receipts/contract-recipient.ts";
import { envelopeFields, refusedField } from "#lib/reservations/contract.ts";

const fieldOfReceipt = refusedField("must be inside sealedReceipt; it cannot be sent in the clear");

/** A payment whose receipt was sealed at the till. */
export const sealedPaymentRequest = clearFields
  .extend(envelopeFields)
  .catchall(fieldOfReceipt)
  .refine(namesRecipient, recipientIsMissing)
  .meta({
    id: "SealedPaymentRequest",
    description:
      "A payment whose receipt was sealed at the till: the fields that the payment itself needs, and the envelope. " +
      "Any other field is refused.",
    additionalProperties: false,
    anyOf: recipientFieldNames.map((name) => ({ required: [name] })),
  });

const clearRefund = creditNoteFields
  .pick({
    receiptId: true,
    merchantId: true,
    transactionId: true,
    transactionDate: true,
    currency: true,
  })
  .extend({
    amount: creditNoteFields.shape.amount.unwrap().meta({
      description: "In the smallest unit, at either gateway; as the credit note says it",
    }),
    refundReference: idText.meta({
      description: "Your own name for the refund: the same one again is the same refund",
    }),
    ...envelopeFields,
    reservation: envelopeFields.reservation.meta({
      description: "`reservation` of a call of prepare with this payment as `refundOf`",
    }),
  });

/** A refund whose credit note was sealed at the till. */
export const sealedRefundRequest = clearRefund.catchall(fieldOfReceipt).meta({
  id: "SealedRefundRequest",
  description:
    "A refund whose credit note was sealed at the till, with a reservation of prepare with `refundOf`. Any other field " +
    "is refused.",
  additionalProperties: false,
});

export type SealedPaymentRequest = z.output<typeof sealedPaymentRequest>;
export type SealedRefundRequest = z.output<typeof sealedRefundRequest>;
