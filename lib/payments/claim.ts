import { AppError } from "#lib/core/errors.ts";
import type { Gateway, Unknown } from "#lib/gateways/gateway.ts";
import { reselectGateway } from "#lib/gateways/select-gateway.ts";
import { waitOutside } from "#lib/limits/outside.ts";
import { log } from "#lib/log/logger.ts";
import { isDatabaseUnavailable } from "#lib/storage/failures.ts";
import { awaitClaim, type Claimed, type Claiming, type Done } from "./await-claim.ts";
import { unavailable } from "./describe.ts";
import {
  claimMs,
  claimPayment,
  type Payment,
  type PaymentKey,
  releasePayment,
  updateClaim,
} from "./store/payment.ts";

/**
 * What an attempt came to. What was `recorded` has ended the claim in the same statement. Otherwise the claim is
 * released: another result stands (`superseded`), the customer or the provider decides later (`waiting`), or the
 * provider did not answer (`unknown`).
 */
export type Attempted = { kind: "recorded" | "superseded" | "waiting" } | Unknown;

/** Asks the provider about a claimed payment, and records its answer. */
type Attempt<Result extends Attempted> = (gateway: Gateway, claimed: Payment) => Promise<Result>;

/**
 * Makes an attempt at a payment while no other call does.
 *
 * [Note: a claim]
 *
 * The claim is a time limit in the payment's row, longer than any call to a gateway lasts: only the payment of a
 * dead process is ever taken over. The API and the job charge, cancel, and refund under it; notifications are
 * recorded without it. It is released whatever happens, and every failure names the payment.
 *
 * Returns what the attempt came to, or the payment where it is done, perhaps after waiting for another call's
 * attempt. Throws `service_unavailable` where that one got no answer, and whatever the attempt throws, with the
 * payment's id.
 */
export async function withClaim<Result extends Attempted>(
  payment: Payment,
  claiming: Claiming,
  attempt: Attempt<Result>,
): Promise<Result | Done> {
  return await naming(payment, async () => {
    const { isDone } = claiming;
    if (isDone(payment)) return { kind: "done", payment };
    const claimed = await claimPayment(payment);
    const next: Done | Claimed = claimed
      ? { kind: "claimed", payment: claimed }
      : await waitOutside(awaitClaim(payment, claiming));
    if (next.kind === "done") return next;
    if (!isDone(next.payment)) return await carryOut(next.payment, attempt);

    // Done by the call that held the claim before; what is not final could be claimed all the same.
    await release(next.payment, false);
    return { kind: "done", payment: next.payment };
  });
}

/** The same for a payment that this call has stored a moment ago, which has claimed it. */
export async function withHeldClaim<Result extends Attempted>(
  payment: Payment,
  attempt: Attempt<Result>,
): Promise<Result> {
  return await naming(payment, () => carryOut(payment, attempt));
}

/** The same without waiting: undefined where another call holds the claim, or the payment is final. */
export async function withFreeClaim<Result extends Attempted>(
  key: PaymentKey,
  attempt: Attempt<Result>,
): Promise<Result | undefined> {
  const claimed = await claimPayment(key);
  return claimed && (await withHeldClaim(claimed, attempt));
}

/**
 * Claims the payment for as long again, before an attempt asks the provider a second time. Throws
 * `service_unavailable` where another call has taken it over.
 */
export async function renewClaim(claimed: Payment): Promise<void> {
  if (!(await updateClaim(claimed))) throw unavailable(claimed);
}

async function carryOut<Result extends Attempted>(
  claimed: Payment,
  attempt: Attempt<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  let wasAsked = false;
  let isRecorded = false;
  try {
    // The gateway that the payment began with, whatever the merchant is connected to now.
    const gateway = await reselectGateway(claimed);
    wasAsked = true;
    const result = await attempt(gateway, claimed);
    isRecorded = result.kind === "recorded";
    wasAsked = !(result.kind === "unknown" && result.reason === "not_asked");
    return result;
  } finally {
    // An expired claim needs no release, and a slow database would only delay the answer.
    const isExpired = performance.now() - startedAt > claimMs();
    if (!isRecorded && !isExpired) await release(claimed, wasAsked);
  }
}

/** Never hides what the attempt came to: a claim that cannot be released ends by itself. */
async function release(claimed: Payment, wasAsked: boolean): Promise<void> {
  try {
    await releasePayment(claimed, { wasAsked });
  } catch (error) {
    log().warn({ err: error, payment_id: claimed.id }, "a claim is left to end by itself");
  }
}

type Named = Pick<Payment, "id"> & { refundOf?: string | null };

/** Runs `work`, whose failures name the payment. */
export async function naming<T>(payment: Named, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw named(payment, error);
  }
}

/**
 * A failure that names the payment, or the sale of a refund: an answer without its id says that nothing was
 * begun, and the customer would pay again.
 */
export function named({ id, refundOf }: Named, error: unknown): AppError {
  const paymentId = refundOf ?? id;
  if (error instanceof AppError) return error.paymentId ? error : error.about(paymentId);
  if (isDatabaseUnavailable(error)) return unavailable({ id: paymentId }, { cause: error });
  return new AppError("internal_server_error", {
    message: "Internal server error",
    details:
      "the customer may or may not have been charged; send the same request again, or look the payment up, and take no " +
      "other payment before this one has failed or is canceled",
    paymentId,
    cause: error,
  });
}
