import { log } from "#lib/log/logger.ts";
import type { Charge, ChargeOutcome, Gateway } from "./gateway.ts";

/** Asks the gateway and waits no longer than `deadlineMs`. Whatever goes wrong is `unknown`. */
export async function chargeWithin(
  deadlineMs: number,
  gateway: Gateway,
  charge: Charge,
): Promise<ChargeOutcome> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  const timedOut = new Promise<ChargeOutcome>((resolve) => {
    deadline.signal.addEventListener("abort", () =>
      resolve({ kind: "unknown", reason: "timeout" }),
    );
  });

  try {
    return await Promise.race([gateway.charge(charge, deadline.signal), timedOut]);
  } catch (error) {
    log().error({ err: error, payment_id: charge.paymentId }, "the gateway call failed");
    return { kind: "unknown", reason: "provider_error" };
  } finally {
    clearTimeout(timer);
  }
}
