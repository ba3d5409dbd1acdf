import type { KeyCaller, MemberCaller, Tenant } from "#lib/auth/caller.ts";
import { createId } from "#lib/ids/create-id.ts";
import { clientAddress } from "./client-address.ts";

/** One request and what becomes known of it on its way: enough to answer and to log it. */
export type Exchange = {
  readonly request: Request;
  readonly requestId: string;
  /** `performance.now()` at arrival, milliseconds. */
  readonly startedAt: number;
  readonly address: string;
  /** The path with its parameters' names, as it goes into the log: never the path itself. */
  readonly route: string;
  /** Headers that the answer carries whatever it will be. */
  readonly headers: Record<string, string>;
  /** Who asks, as far as it is known; for the log. */
  caller?: Partial<Tenant & Pick<KeyCaller, "apiKeyId"> & Pick<MemberCaller, "memberId">>;
  /** The payment that it is about; for the log. */
  paymentId?: string;
};

export function openExchange(request: Request, route: string): Exchange {
  const requestId = createId("request");
  return {
    request,
    requestId,
    startedAt: performance.now(),
    address: clientAddress(request),
    route,
    headers: { "X-Request-Id": requestId },
  };
}
