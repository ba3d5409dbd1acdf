import type { Schemas } from "@sealslip/client";
import { signDelivery } from "../../../lib/webhooks/sign.ts";
import { sleep } from "./follow-events.ts";

type Event = Schemas["Event"];

type Forward = {
  /** Where the receiver listens. */
  url: string;
  secret: string;
  event: Event;
  signal: AbortSignal;
  /** Each attempt, with how long it took. */
  onAttempt: (attempt: ForwardAttempt) => void;
};

export type ForwardAttempt = {
  number: number;
  /** The status of the answer, or why there is none. */
  outcome: number | "no answer";
  milliseconds: number;
  /** Until the next one; undefined for the last. */
  waitMs: number | undefined;
};

/** How often a receiver may refuse an event. */
const MAX_REFUSALS = 4;
const LONGEST_WAIT_MS = 10_000;
/** As long as the service waits. */
const ANSWER_MS = 15_000;

/** The body of a delivery, byte for byte as the service sends it. */
function deliveryBody({ type, createdAt, data }: Event): string {
  return JSON.stringify({ type, timestamp: createdAt, data });
}

/**
 * Sends an event until the receiver answers 2xx. False once it has refused it MAX_REFUSALS times; a receiver that is
 * not there is waited for. Rejects with the reason of the signal.
 */
export async function forwardEvent(forward: Forward): Promise<boolean> {
  const { onAttempt, signal } = forward;
  for (let number = 1, refusals = 0; ; number++) {
    const startedAt = performance.now();
    const outcome = await post(forward);
    const isDelivered = typeof outcome === "number" && outcome >= 200 && outcome < 300;
    if (typeof outcome === "number" && !isDelivered) refusals++;
    const isLast = isDelivered || refusals >= MAX_REFUSALS;
    const waitMs = isLast ? undefined : Math.min(250 * 2 ** (number - 1), LONGEST_WAIT_MS);
    onAttempt({ number, outcome, milliseconds: performance.now() - startedAt, waitMs });
    if (waitMs === undefined) return isDelivered;
    await sleep(waitMs, signal);
  }
}

async function post({ url, secret, event, signal }: Forward): Promise<number | "no answer"> {
  const body = deliveryBody(event);
  const signed = signDelivery({ eventId: event.eventId, at: new Date(), body, secrets: [secret] });
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Sealslip-Webhooks/1",
        ...signed,
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    signal.throwIfAborted();
    return "no answer";
  }
}
