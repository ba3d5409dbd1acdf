import type { PaymentRequest } from "#lib/client/payments.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { PaymentBody } from "./payment-body.ts";

/** The body of a payment whose receipt was sealed at the till. */
export type SealedBody = Extract<PaymentRequest, { reservation: string }>;

/**
 * Divides a payment into what the service gets in the clear, the recipient among it, and the receipt, which is sealed.
 * `amount` is what is charged: it is in both, at either gateway.
 */
export function divideBody(
  body: PaymentBody,
  { gateway, amount }: { gateway: GatewayName; amount: number },
) {
  const {
    // Whom the receipt is for, and what the gateway alone needs, is never part of a receipt.
    recipientHashedPan,
    recipientHashedPar,
    recipientHashedPhone,
    recipientHashedEmail,
    cardNonce,
    verificationToken,
    customer,
    ...fields
  } = body;
  const { merchantId, receiptId, transactionId, transactionDate, currency = "usd" } = fields;
  const { paymentMethod } = fields;
  const recipient = {
    recipientHashedPan,
    recipientHashedPar,
    recipientHashedPhone,
    recipientHashedEmail,
  };
  const references = { merchantId, receiptId, transactionId, transactionDate, currency, amount };
  const forGateway = { paymentMethod, cardNonce, verificationToken, customer };
  return {
    recipient: dropAbsent(recipient),
    clear: dropAbsent({ ...references, ...recipient, ...forGateway }),
    receipt: { ...fields, amount, currency, gateway },
  };
}

/** So that what is shown as sent is what JSON carries. */
function dropAbsent<Fields extends object>(fields: Fields): Fields {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Fields;
}
