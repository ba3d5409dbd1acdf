import { ApiError } from "#lib/client/api-error.ts";
import type { Attempt } from "#lib/client/call.ts";
import { mayStillArrive } from "./arrival.ts";
import type { PaymentAnswer } from "./payment-answer.ts";
import { type SealedPayment, sealPayment, type UnsealedPayment } from "./seal-payment.ts";
import { takePayment, type Watch } from "./take-payment.ts";

export type SealingWatch = Watch & {
  /** Before the first request of a payment that has just been sealed. */
  onSealed: (sealed: SealedPayment) => void;
  /** Whatever was sent so far, it is no payment. */
  onNotBegun: () => void;
};

export type Take = (watch: SealingWatch) => Promise<PaymentAnswer>;

/**
 * One tap whose receipt is sealed on this device. It is sealed once: whenever the payment is taken again, the same
 * bytes are sent. Only where the service has no payment and the reservation no longer holds (the page was asleep, or
 * the card was registered meanwhile) is it sealed once more.
 */
export function beginSealedTap(payment: UnsealedPayment, timeoutMs?: number): Take {
  const tap: Tap = { payment, timeoutMs, sealed: undefined, undecidedAt: undefined };
  return async (watch) => {
    const answer = await sealAndSend(tap, watch);
    if (!isReservationOver(answer)) return answer;
    // A request that is still on its way may begin the payment.
    const { undecidedAt } = tap;
    if (undecidedAt !== undefined && mayStillArrive(undecidedAt, Date.now())) {
      return { state: "undecided", error: answer.error };
    }
    tap.sealed = undefined;
    return await sealAndSend(tap, watch);
  };
}

type Tap = {
  payment: UnsealedPayment;
  timeoutMs: number | undefined;
  sealed: SealedPayment | undefined;
  /** When the last request ended of which it is not known what became of it; ms since 1970. */
  undecidedAt: number | undefined;
};

async function sealAndSend(tap: Tap, watch: SealingWatch): Promise<PaymentAnswer> {
  const { environment, gateway, headers } = tap.payment;
  const sealed = tap.sealed ?? (await seal(tap, watch));
  if (sealed.state !== "sealed") {
    watch.onNotBegun();
    return sealed;
  }
  const { body } = sealed;
  const onAttempt = (attempt: Attempt) => {
    if (isUndecided(attempt)) tap.undecidedAt = Date.now();
    watch.onAttempt(attempt);
  };
  const call = { environment, gateway, body, ...(headers && { headers }) };
  return await takePayment(call, { ...watch, onAttempt }, tap.timeoutMs);
}

async function seal(tap: Tap, watch: SealingWatch) {
  try {
    const sealed = await sealPayment(tap.payment, watch, tap.timeoutMs);
    if (sealed.state === "sealed") {
      tap.sealed = sealed;
      watch.onSealed(sealed);
    }
    return sealed;
  } catch (error) {
    // The session has ended, before anything was sent.
    if (error instanceof ApiError) watch.onNotBegun();
    throw error;
  }
}

/** Every answer but a refusal leaves open what became of the request, even one that cannot be read. */
function isUndecided({ status }: Attempt): boolean {
  return status === undefined || status < 400 || status >= 500;
}

/** The service has no payment, and takes none with this reservation. */
function isReservationOver(
  answer: PaymentAnswer,
): answer is Extract<PaymentAnswer, { state: "refused" }> {
  if (answer.state !== "refused") return false;
  return answer.error.fields.some(({ path }) => path === "reservation");
}
