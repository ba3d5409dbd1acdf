import type { ProviderRefund, RefundOrder, RefundOutcome } from "./gateway.ts";
import { isSettled, NO_ANSWER, type ProviderRefusal } from "./provider-answer.ts";

export type RefundSteps = {
  send(): Promise<RefundOutcome | ProviderRefusal>;
  /** All refunds of the payment; undefined where the provider does not say. */
  list(): Promise<ProviderRefund[] | undefined>;
};

/**
 * Sends the refund so that it is made at most once. A repetition looks first, since idempotency keys
 * expire, and again after a refusal: the refund that leaves nothing to refund may be this one.
 */
export async function refundOnce(
  { refundId, attempt, firstAskedAt }: Pick<RefundOrder, "refundId" | "attempt" | "firstAskedAt">,
  { send, list }: RefundSteps,
): Promise<RefundOutcome> {
  const find = async () => (await list())?.find((refund) => refund.refundId === refundId);
  const earlier = attempt > 1 ? await find() : undefined;
  if (earlier) return readRefund(earlier);

  const answer = await send();
  if (answer.kind === "succeeded" || answer.kind === "pending") return answer;

  const found = attempt > 1 ? await find() : undefined;
  if (found) return readRefund(found);
  switch (answer.kind) {
    case "conflict":
      return NO_ANSWER;
    case "declined":
    case "refused":
      // The request before may still be under way, and the list not show it yet.
      return attempt <= 1 || isSettled(firstAskedAt)
        ? { kind: "failed", reason: answer.reason }
        : NO_ANSWER;
    default:
      return answer;
  }
}

/** What a refund's state says about the order for it. */
export function readRefund({
  status,
  providerReference,
  failureReason,
  match,
}: ProviderRefund): RefundOutcome {
  return status === "failed"
    ? { kind: "failed", reason: failureReason ?? "failed" }
    : { kind: status, providerReference, ...(match && { match }) };
}
