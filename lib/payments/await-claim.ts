import { unavailable } from "./describe.ts";
import { shareLooks } from "./share-looks.ts";
import { claimMs, claimPayment, type Payment, selectPayment } from "./store/payment.ts";

export type Claiming = {
  /** Whether there is nothing left to do. */
  isDone: (payment: Payment) => boolean;
  /** Whether to make an attempt of its own after that of another call got no answer. */
  asksAgain?: boolean;
};

export type Done = { kind: "done"; payment: Payment };
export type Claimed = { kind: "claimed"; payment: Payment };

const FIRST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 250;
/** For the database's clock, which decides when a claim is over. */
const CLOCK_MARGIN_MS = 1_000;

/** Calls of this process that may wait for one payment. A till that repeats its request needs one or two. */
const MAX_WAITING = 64;

/** By payment. */
const waiting = new Map<string, number>();

/**
 * Waits until the payment is done, or until this call has claimed it. Throws `service_unavailable` where the
 * other call got no answer, where its claim does not end, or where many others wait already.
 */
export async function awaitClaim(payment: Payment, claiming: Claiming): Promise<Done | Claimed> {
  const { id } = payment;
  const others = waiting.get(id) ?? 0;
  if (others >= MAX_WAITING) throw unavailable(payment);
  waiting.set(id, others + 1);
  try {
    return await lookUntilFree(payment, claiming);
  } finally {
    const left = (waiting.get(id) ?? 1) - 1;
    if (left === 0) waiting.delete(id);
    else waiting.set(id, left);
  }
}

async function lookUntilFree(
  payment: Payment,
  { isDone, asksAgain = false }: Claiming,
): Promise<Done | Claimed> {
  const giveUpAt = performance.now() + claimMs() + CLOCK_MARGIN_MS;
  for (let pause = 0; performance.now() < giveUpAt; pause = longerThan(pause)) {
    const now = await looks.after(pause, payment);
    if (now && isDone(now)) return { kind: "done", payment: now };
    // The other call got no answer either: its failure is the answer to this one.
    if (now?.claimedUntil === null && !asksAgain) break;

    // Released, or its process is dead.
    const isFree = now !== undefined && (now.claimedUntil?.getTime() ?? 0) < Date.now();
    const claimed = isFree ? await claimPayment(now) : undefined;
    if (claimed) return { kind: "claimed", payment: claimed };
  }
  throw unavailable(payment);
}

/** However many calls of this process wait for a payment, they look at it together. */
const looks = shareLooks((payment: Payment) => selectPayment(payment, payment.id));

function longerThan(pause: number): number {
  return pause === 0 ? FIRST_PAUSE_MS : Math.min(pause * 1.5, LONGEST_PAUSE_MS);
}
