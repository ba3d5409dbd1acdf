import { divideBody } from "#lib/terminal/divide-body.ts";
import type { PaymentBody } from "#lib/terminal/payment-body.ts";
import { listBodyLines, listSealedLines, shortenHashes } from "#lib/terminal/request-lines.ts";
import type { OwnPayment } from "./use-visit.ts";

/**
 * The calls of a payment whose receipt was sealed at the till, and the receipt. Of the envelope, the start of the
 * ciphertext is known, as the service has it.
 */
export function describeSealedPayment(payment: OwnPayment, body: PaymentBody) {
  const { amount, receiptStatus, envelope } = payment;
  const gateway = "gateway_one";
  const { recipient, clear, receipt } = divideBody(body, { gateway, amount });
  const ciphertext = `${envelope.ciphertextStart}…`;
  const rest = { protected: "…", header: "…", encrypted_key: "…", iv: "…", tag: "…", aad: "…" };
  const sent = { ...clear, reservation: "rsv_…", sealedReceipt: { ciphertext, ...rest } };
  const keyKind = receiptStatus === "escrowed" ? "escrow" : "cardholder";
  return {
    requests: [
      { path: `${PAYMENTS}/prepare`, lines: listBodyLines(shortenHashes(recipient), isHashed) },
      { path: `${PAYMENTS}/create`, lines: listSealedLines(sent, { keyKind }) },
    ],
    stayed: listBodyLines(receipt, () => undefined),
  };
}

const PAYMENTS = "/api/v1/payments/gateway_one";

/** The first call makes the card the visit's, which keeps its keyed hash. */
const isHashed = () => "hashed" as const;
