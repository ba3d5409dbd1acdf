import { divideBody } from "#lib/terminal/divide-body.ts";
import { listInsideLines } from "#lib/terminal/inside-lines.ts";
import type { PaymentBody } from "#lib/terminal/payment-body.ts";
import { listBodyLines, listSealedLines, shortenHashes } from "#lib/terminal/request-lines.ts";
import type { OwnPayment } from "./use-visit.ts";

/**
 * The calls of a payment whose receipt was sealed at the till, and what was sealed. Of the envelope, the start of the
 * ciphertext is known, as the service has it.
 */
export function describeSealedPayment(payment: OwnPayment, body: PaymentBody) {
  const { paymentId, amount, receiptStatus, envelope } = payment;
  const gateway = "gateway_one";
  const { recipient, clear, receipt } = divideBody(body, { gateway, amount });
  const ciphertext = `${envelope.ciphertextStart}…`;
  const rest = { protected: "…", header: "…", encrypted_key: "…", iv: "…", tag: "…", aad: "…" };
  const sent = { ...clear, reservation: "rsv_…", sealedReceipt: { ciphertext, ...rest } };
  const keyKind = receiptStatus === "escrowed" ? "escrow" : "cardholder";
  return {
    requests: [
      {
        path: `${PAYMENTS}/prepare`,
        lines: listBodyLines(shortenHashes(recipient), isHashed),
        note: "A till’s first request is not stored. In this demo its card becomes the visit’s own, so that no other visit can use it: that takes its hash.",
      },
      { path: `${PAYMENTS}/create`, lines: listSealedLines(sent, { keyKind }) },
    ],
    inside: listInsideLines({ ...receipt, paymentId, sealedTo: "…", sealedAt: "till" }, sent),
  };
}

const PAYMENTS = "/api/v1/payments/gateway_one";

/** The first call makes the card the visit's, which keeps its keyed hash. */
const isHashed = () => "hashed" as const;
