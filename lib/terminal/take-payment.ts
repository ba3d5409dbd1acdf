import { type Answer, api } from "#lib/browser/api.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { AnyEnvironment, GatewayName } from "#lib/core/vocabulary.ts";
import { askAgain, MAX_ATTEMPTS, readFailure, waitBefore } from "./ask-again.ts";
import type { SealedBody } from "./divide-body.ts";
import type { PaymentBody } from "./payment-body.ts";

/** Far longer than the service takes with a gateway that is slow: the connection is dead. */
const ATTEMPT_MS = 60_000;

/** After the last attempt that is known: as long as all of them and the waits between may take. */
const ARRIVAL_MS = MAX_ATTEMPTS * ATTEMPT_MS + waitBefore(1) + waitBefore(2);

/**
 * Whether a request that was sent at `sentAt` may still arrive, or be repeated by the tab that sent it. Until then, a
 * service that has no payment has none so far.
 */
export function mayStillArrive(sentAt: number, at: number): boolean {
  return at < sentAt + ARRIVAL_MS;
}

export type PaymentCall = {
  environment: AnyEnvironment;
  gateway: GatewayName;
  body: PaymentBody | SealedBody;
  headers?: Record<string, string>;
};

/** The status and marks of an answer, apart from its body. */
type AnswerMarks = { status: number; requestId: string | undefined; replayed: boolean };

export type TakenPayment = Answer<"POST /api/v1/payments/{gateway}/create">;

/** Where the receipt of a payment is sealed. */
export type SealedAt = TakenPayment["veroMetadata"]["sealedAt"];

/** One request and its outcome; `marks` is undefined if there was no answer. */
export type Attempt = { marks: AnswerMarks | undefined; milliseconds: number };

export type PaymentAnswer =
  | { kind: "taken"; payment: TakenPayment }
  | { kind: "declined"; error: ApiError }
  /** The outcome is unknown; sending the same request again finds out. */
  | { kind: "open"; error: ApiError }
  | { kind: "refused"; error: ApiError }
  /** The receipt could not be sealed, so no payment was requested. */
  | { kind: "not_begun"; error: Error };

export type Watch = {
  onAttempt: (attempt: Attempt) => void;
  onWait: (milliseconds: number) => void;
};

/**
 * Requests a payment, up to three times if there is no answer or a temporary failure. Each request has the same
 * body, so that the service sees one payment. Throws ApiError if the session has ended.
 */
export async function takePayment(
  call: PaymentCall,
  watch: Watch,
  patienceMs = ATTEMPT_MS,
): Promise<PaymentAnswer> {
  return await askAgain(() => attempt(call, watch, patienceMs), watch.onWait);
}

async function attempt(
  { environment, gateway, body, headers = {} }: PaymentCall,
  { onAttempt }: Watch,
  patienceMs: number,
): Promise<PaymentAnswer> {
  const start = performance.now();
  const received: { marks?: AnswerMarks } = {};
  try {
    const payment = await api("POST /api/v1/payments/{gateway}/create", {
      environment,
      params: { gateway },
      body,
      headers,
      signal: AbortSignal.timeout(patienceMs),
      onAnswer: ({ status, headers }) => {
        received.marks = {
          status,
          requestId: headers.get("x-request-id") ?? undefined,
          replayed: headers.get("idempotent-replayed") === "true",
        };
      },
    });
    return { kind: "taken", payment };
  } catch (error) {
    return readRefusal(error);
  } finally {
    onAttempt({ marks: received.marks, milliseconds: performance.now() - start });
  }
}

function readRefusal(error: unknown): PaymentAnswer {
  const isDeclined = error instanceof ApiError && error.code === "payment_declined";
  return isDeclined ? { kind: "declined", error } : readFailure(error);
}
