import { type Answer, api } from "#lib/browser/api.ts";
import { ApiError, isUndecided } from "#lib/browser/api-error.ts";
import type { AnyEnvironment, GatewayName } from "#lib/core/vocabulary.ts";
import { askAgain, type Open } from "./ask-again.ts";
import { divideBody, type SealedBody } from "./divide-body.ts";
import type { PaymentBody, RecipientHashes } from "./payment-body.ts";

type Reservation = Answer<"POST /api/v1/payments/{gateway}/prepare">["reservations"][number];

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
  kind: "sealed";
  /** What the service was asked for, and its answer. */
  recipient: RecipientHashes;
  reservation: Reservation;
  body: SealedBody;
  /** Stays at the till. */
  receipt: object;
};

/** Nothing was begun: the service named no key, or the page could not seal. */
export type NotSealed = { kind: "not_begun"; error: Error };

/** Loads what seals, which only a till that seals needs. */
export const loadSealer = () => import("#lib/crypto/seal-receipt.ts");

/** Names a key in milliseconds: a service that takes longer is not there. */
const ATTEMPT_MS = 15_000;

/**
 * Asks to which key the receipt is to be sealed, up to three times, and seals it on this device. Nothing is begun by
 * that. Throws ApiError if the session has ended.
 */
export async function sealPayment(
  payment: UnsealedPayment,
  { onWait }: { onWait: (milliseconds: number) => void },
  patienceMs = ATTEMPT_MS,
): Promise<SealedPayment | NotSealed> {
  const { gateway, body, total } = payment;
  const { recipient, clear, receipt } = divideBody(body, { gateway, amount: total });
  const prepared = await askAgain(() => prepare(payment, recipient, patienceMs), onWait);
  if (prepared.kind !== "prepared") return { kind: "not_begun", error: prepared.error };

  const { reservation } = prepared;
  try {
    const { sealReceipt } = await loadSealer();
    const sealed = await sealReceipt(reservation, receipt);
    return { kind: "sealed", recipient, reservation, body: { ...clear, ...sealed }, receipt };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { kind: "not_begun", error };
  }
}

type Prepared = { kind: "prepared"; reservation: Reservation };
type Refused = { kind: "refused"; error: ApiError };

async function prepare(
  { environment, gateway, headers = {} }: UnsealedPayment,
  recipient: RecipientHashes,
  patienceMs: number,
): Promise<Prepared | Refused | Open> {
  try {
    const { reservations } = await api("POST /api/v1/payments/{gateway}/prepare", {
      environment,
      params: { gateway },
      body: recipient,
      headers,
      signal: AbortSignal.timeout(patienceMs),
    });
    const [reservation] = reservations;
    if (!reservation) throw unreadable();
    return { kind: "prepared", reservation };
  } catch (error) {
    if (error instanceof DOMException && error.name === "TimeoutError") {
      const message = "No answer in time";
      return { kind: "open", error: new ApiError({ status: 0, code: "no_answer", message }) };
    }
    if (!(error instanceof ApiError) || error.code === "unauthorized") throw error;
    return { kind: isUndecided(error) || error.status === 429 ? "open" : "refused", error };
  }
}

function unreadable(): ApiError {
  return new ApiError({ status: 200, code: "unreadable", message: "No reservation" });
}
