import { type Answer, api, type Sent } from "#lib/browser/api.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { AnyEnvironment, GatewayName } from "#lib/core/vocabulary.ts";
import { askAgain, type Open, type Refused, readFailure } from "./ask-again.ts";

export type Reservation = Answer<"POST /api/v1/payments/{gateway}/prepare">["reservations"][number];

/** Nothing was begun: the service named no key, or the page could not seal. */
export type NotSealed = { kind: "not_begun"; error: Error };

type KeyCall = {
  environment: AnyEnvironment;
  gateway: GatewayName;
  /** Whom the receipt is for. */
  body: Sent<"POST /api/v1/payments/{gateway}/prepare", "body">;
  headers?: Record<string, string> | undefined;
};

type Prepared = { kind: "prepared"; reservation: Reservation };

/** It takes the service milliseconds to name a key. */
const ATTEMPT_MS = 15_000;

/**
 * Asks for a key to seal a receipt to, up to three times if there is no answer or a temporary failure. Throws ApiError
 * if the session has ended.
 */
export async function reserveKey(
  call: KeyCall,
  onWait: (milliseconds: number) => void,
  patienceMs = ATTEMPT_MS,
): Promise<Prepared | NotSealed> {
  const prepared = await askAgain(() => prepare(call, patienceMs), onWait);
  return prepared.kind === "prepared" ? prepared : { kind: "not_begun", error: prepared.error };
}

async function prepare(
  { environment, gateway, body, headers = {} }: KeyCall,
  patienceMs: number,
): Promise<Prepared | Refused | Open> {
  try {
    const { reservations } = await api("POST /api/v1/payments/{gateway}/prepare", {
      environment,
      params: { gateway },
      body,
      headers,
      signal: AbortSignal.timeout(patienceMs),
    });
    const [reservation] = reservations;
    if (!reservation) throw unreadable();
    return { kind: "prepared", reservation };
  } catch (error) {
    return readFailure(error);
  }
}

function unreadable(): ApiError {
  return new ApiError({ status: 200, code: "unreadable", message: "No reservation" });
}
