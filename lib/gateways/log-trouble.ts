import { log } from "#lib/log/logger.ts";

/** Leaves a trace of a call that a provider did not answer usably; never of what was sent. */
export function logTrouble(provider: string, paymentId: string, error: unknown): void {
  const { statusCode, code, requestId, name } = error as {
    statusCode?: unknown;
    code?: unknown;
    requestId?: unknown;
    name?: unknown;
  };
  log().warn(
    {
      provider,
      payment_id: paymentId,
      status: statusCode,
      code,
      provider_request_id: requestId,
      name,
    },
    "the payment provider gave no usable answer",
  );
}
