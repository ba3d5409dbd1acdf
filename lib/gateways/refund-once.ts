import type { ProviderRefund, RefundOrder, RefundOutcome } from "./gateway.ts";
import { isSettled, NO_ANSWER, type ProviderRefusal } from "./provider-answer.ts";

/** `spent`: an earlier request with the key has ended with a failure, which is all that the key gets. */
export type RefundAnswer = RefundOutcome | ProviderRefusal | { kind: "spent" };

export type RefundSteps = {
  /** Under the first of the refund's idempotency keys, or a later one. */
  send(key: number): Promise<RefundAnswer>;
  /** All refunds of the payment; undefined where the provider does not say. */
  list(): Promise<ProviderRefund[] | undefined>;
};

/**
 * Sends the refund so that it is made at most once. A repetition looks first, since idempotency keys
 * expire, and again after a refusal: the refund that leaves nothing to refund may be this one.
 *
 * [Note: a key that is spent]
 *
 * A request that has failed inside the provider may have made the refund, or the provider may still make
 * it when it tidies up, and repetitions only get the failure again. The next key is used once the
 * provider repeats the failure, so that the request is over, has had time to tidy up, and lists no such
 * refund. Every attempt walks through the keys from the first one on and goes past those that are spent:
 * processes that die or meet each other on the way come to the same key without writing it down.
 */
export async function refundOnce(
  { refundId, attempt, firstAskedAt }: Pick<RefundOrder, "refundId" | "attempt" | "firstAskedAt">,
  { send, list }: RefundSteps,
): Promise<RefundOutcome> {
  const find = async () => (await list())?.find((refund) => refund.refundId === refundId);
  const earlier = attempt > 1 ? await find() : undefined;
  if (earlier) return readRefund(earlier);

  let key = 1;
  let answer = await send(key);
  while (answer.kind === "spent" && key < countUsableKeys(firstAskedAt)) {
    const refunds = await list();
    const made = refunds?.find((refund) => refund.refundId === refundId);
    if (made) return readRefund(made);
    if (!refunds) return NO_ANSWER;
    key += 1;
    answer = await send(key);
  }
  if (answer.kind === "succeeded" || answer.kind === "pending") return answer;

  const found = attempt > 1 ? await find() : undefined;
  if (found) return readRefund(found);
  switch (answer.kind) {
    case "conflict":
    case "spent":
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

/** For how long a provider may still carry out what it has failed at. */
const TIDY_UP_MS = 60 * 60 * 1000;
const MAX_KEYS = 8;

function countUsableKeys(firstAskedAt: Date): number {
  const age = Date.now() - firstAskedAt.getTime();
  return Math.min(MAX_KEYS, 1 + Math.floor(age / TIDY_UP_MS));
}

/** What a refund's state says about the order for it. */
export function readRefund({
  status,
  providerReference,
  failureReason,
}: ProviderRefund): RefundOutcome {
  return status === "failed"
    ? { kind: "failed", reason: failureReason ?? "failed" }
    : { kind: status, providerReference };
}
