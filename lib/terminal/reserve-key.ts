import { createPageCall } from "#lib/browser/page-call.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { CallOptions } from "#lib/client/call.ts";
import { createPayments } from "#lib/client/payments.ts";
import type { Body, Data } from "#lib/client/schemas.ts";
import type { AnyEnvironment, GatewayName } from "#lib/core/vocabulary.ts";

export type Reservation = Data<"preparePayment">["reservations"][number];

type KeyCall = {
  environment: AnyEnvironment;
  gateway: GatewayName;
  /** Whom the receipt is for. */
  body: Body<"preparePayment">;
  headers?: Record<string, string> | undefined;
};

/** It takes the service milliseconds to name a key. */
const ATTEMPT_MS = 15_000;

/** Asks for a key to seal a receipt to, up to three times. Throws ApiError. */
export async function reserveKey(
  { environment, gateway, body, headers }: KeyCall,
  { timeoutMs = ATTEMPT_MS, onWait }: Pick<CallOptions, "timeoutMs" | "onWait"> = {},
): Promise<Reservation> {
  const payments = createPayments(createPageCall({ environment, headers }));
  const { reservations } = await payments.prepare(gateway, body, { timeoutMs, onWait });
  const [reservation] = reservations;
  if (reservation) return reservation;
  throw new ApiError({ status: 200, code: "unreadable", message: "No reservation" });
}
