import type { Reach } from "#lib/outbound/address.ts";
import type { OutboundAgent } from "#lib/outbound/agent.ts";
import { callOut } from "#lib/outbound/call-out.ts";
import { OutboundError } from "#lib/outbound/outbound-error.ts";
import {
  ANSWER_SECONDS,
  type DeliveryAttempt,
  KEPT_ANSWER_BYTES,
  MAX_ANSWER_BYTES,
} from "./contract-deliveries.ts";
import { signDelivery } from "./sign.ts";

export type Attempt = Omit<DeliveryAttempt, "byHand">;

type Sent = {
  url: string;
  /** Those that sign, as text. */
  secrets: readonly string[];
  eventId: string;
  body: string;
  /** Which addresses the endpoint may have. */
  reach: Reach;
  /** Keeps connections for the next event; without one, the connection is closed after the answer. */
  agent?: OutboundAgent;
  /** How long an answer is waited for. */
  answerMs?: number;
};

/** Headers of every delivery, beside those of its signature. */
export const deliveryHeaders = {
  "Content-Type": "application/json",
  "User-Agent": "Sealslip-Webhooks/1",
} as const;

/** The status by which an endpoint asks for no more events. */
export const GONE = 410;

/** Sends an event to an endpoint once. What goes wrong there is part of the outcome and not thrown. */
export async function attempt({
  url,
  secrets,
  eventId,
  body,
  reach,
  agent,
  answerMs = ANSWER_SECONDS * 1000,
}: Sent): Promise<Attempt> {
  const at = new Date();
  const startedAt = performance.now();
  try {
    const answer = await callOut(url, {
      method: "POST",
      headers: { ...deliveryHeaders, ...signDelivery({ eventId, at, body, secrets }) },
      body,
      timeoutMs: answerMs,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      reach,
      ...(agent && { agent }),
    });
    return {
      at,
      durationMs: Math.round(answer.durationMs),
      statusCode: answer.status,
      error: answer.status >= 300 && answer.status < 400 ? "redirect" : null,
      answer: toKeptText(answer.body),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const durationMs = Math.round(performance.now() - startedAt);
    return { at, durationMs, statusCode: null, error: error.reason, answer: null };
  }
}

export function isDelivered({ statusCode }: Attempt): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/**
 * The beginning of an answer as text that a `jsonb` column takes: what is not UTF-8 and NUL are replaced, which can make it
 * longer, so it is cut afterwards.
 */
function toKeptText(body: Uint8Array): string {
  // As a stream: a character that the cut has split is left out.
  const start = new TextDecoder().decode(body.subarray(0, KEPT_ANSWER_BYTES), { stream: true });
  const text = start.replaceAll("\0", "\uFFFD");
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(KEPT_ANSWER_BYTES));
  return text.slice(0, read);
}
