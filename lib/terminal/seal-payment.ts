import { ApiError } from "#lib/client/api-error.ts";
import type { AnyEnvironment, GatewayName } from "#lib/core/vocabulary.ts";
import { divideBody, type SealedBody } from "./divide-body.ts";
import type { SealedInside } from "./inside-lines.ts";
import { loadSealer } from "./load-sealer.ts";
import type { PaymentAnswer } from "./payment-answer.ts";
import type { PaymentBody, RecipientHashes } from "./payment-body.ts";
import { type Reservation, reserveKey } from "./reserve-key.ts";

/** Nothing was begun: the service named no key, or the page could not seal. */
type NotSealed = Extract<PaymentAnswer, { state: "not_begun" }>;

/** What is sealed: the payment as the till wrote it, and what it charges. */
export type UnsealedPayment = {
  environment: AnyEnvironment;
  gateway: GatewayName;
  body: PaymentBody;
  total: number;
  headers?: Record<string, string>;
};

/** A payment whose receipt was sealed: every request for it has this one body. */
export type SealedPayment = {
  state: "sealed";
  /** What the service was asked for, and its answer. */
  recipient: RecipientHashes;
  reservation: Reservation;
  body: SealedBody;
  /** All that was sealed, in the clear at the till alone. */
  inside: SealedInside;
};

/**
 * Asks to which key the receipt is to be sealed, and seals it on this device. Nothing is begun by that. Throws ApiError
 * if the session has ended.
 */
export async function sealPayment(
  { environment, gateway, body, total, headers }: UnsealedPayment,
  { onWait }: { onWait: (milliseconds: number) => void },
  timeoutMs?: number,
): Promise<SealedPayment | NotSealed> {
  const { recipient, clear, receipt } = divideBody(body, { gateway, amount: total });
  const call = { environment, gateway, body: recipient, headers };
  try {
    const reservation = await reserveKey(call, { onWait, timeoutMs });
    const { sealReceipt, importPublicKey } = await loadSealer();
    const sealed = await sealReceipt(reservation, receipt);
    // `protected` of an envelope is the one text that the service takes.
    const sealedBody = { ...clear, ...sealed } as SealedBody;
    const { paymentId, otherKeys = [] } = reservation;
    const keys = await Promise.all(
      [reservation, ...otherKeys].map(({ publicKey }) => importPublicKey(publicKey)),
    );
    const [sealedTo = "", ...others] = keys.map(({ thumbprint }) => thumbprint);
    const inside = {
      ...receipt,
      paymentId,
      sealedTo: others.length > 0 ? [sealedTo, ...others] : sealedTo,
      sealedAt: "till",
    } as const;
    return { state: "sealed", recipient, reservation, body: sealedBody, inside };
  } catch (error) {
    const isSignedOut = error instanceof ApiError && error.code === "unauthorized";
    if (isSignedOut || !(error instanceof Error)) throw error;
    return { state: "not_begun", error };
  }
}
