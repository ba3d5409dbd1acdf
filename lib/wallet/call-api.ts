import type { z } from "zod";
import {
  getWalletSessionOperation,
  SESSION_HEADER,
  VISIT,
  WALLET,
} from "#lib/accounts/contract-wallet.ts";
import { type Answer, createCaller, type Input, type Route, readRoute } from "#lib/browser/api.ts";
import { withStepUp } from "#lib/browser/step-up.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { memberOf } from "#lib/client/send-request.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import { openVisitOperation } from "#lib/visits/contract.ts";
import type { Observe } from "./observation.ts";
import { WalletError, type WalletFailure } from "./wallet-error.ts";

export type WalletCaller = {
  /** Where a member acts. */
  environment: Environment;
  /** Calls as the visit of the demo, even where a member is signed in to this browser. */
  session?: typeof VISIT | undefined;
  observe?: Observe | undefined;
};

/** What a status means for this operation, where it differs from the general meaning. */
type Refusals = Partial<Record<number, WalletFailure | ((refusal: ApiError) => WalletFailure)>>;

type WalletCall<R extends Route> = WalletCaller & {
  /** The operation's schema; an answer that does not match it is rejected. */
  response: z.ZodType<unknown, Answer<R>>;
  refusals?: Refusals;
  signal?: AbortSignal | undefined;
};

/** A network can accept a request and never deliver the answer. */
const ANSWER_MS = 20_000;

const { api } = createCaller();

/**
 * Calls the API as the wallet, reports the call whatever its outcome, and validates the answer. If the service
 * requires a step-up, asks the member for it and calls again. Throws only WalletError.
 */
export async function callWalletApi<R extends Route>(
  route: R,
  call: WalletCall<R>,
  input: Input<R>,
): Promise<Answer<R>> {
  const { response, refusals = {}, signal } = call;
  try {
    // Outside the time limit of a single request: a person takes longer than that.
    const answer = await withStepUp(() => request(route, call, input));
    response.parse(answer);
    return answer;
  } catch (error) {
    if (signal?.reason instanceof WalletError) throw signal.reason;
    throw toWalletError(error, refusals);
  }
}

async function request<R extends Route>(
  route: R,
  { environment, session, observe, signal }: WalletCall<R>,
  input: Input<R>,
): Promise<Answer<R>> {
  const start = performance.now();
  const seen: { status?: number; requestId?: string | undefined } = {};
  const limit = AbortSignal.timeout(ANSWER_MS);

  function onAnswer({ status, headers }: { status: number; headers: Headers }): void {
    seen.status = status;
    seen.requestId = headers.get("x-request-id") ?? undefined;
  }

  try {
    const headers: Record<string, string> = { [SESSION_HEADER]: session ?? WALLET };
    const either = AbortSignal.any(signal ? [signal, limit] : [limit]);
    const place = session === VISIT ? "demo" : environment;
    const call = { environment: place, headers, signal: either, onAnswer } as const;
    return await api(route, { ...input, ...call });
  } catch (error) {
    throw limit.aborted ? new WalletError("service_down", { cause: error }) : error;
  } finally {
    const { method, address: path } = readRoute(route, input);
    const { status, requestId } = seen;
    const milliseconds = performance.now() - start;
    const sent = Object.keys(memberOf(input, "body") ?? {});
    observe?.({ kind: "called", method, path, sent, status, requestId, milliseconds });
  }
}

function toWalletError(cause: unknown, refusals: Refusals): WalletError {
  if (cause instanceof WalletError) return cause;
  // The answer does not match the contract.
  if (!(cause instanceof ApiError)) return new WalletError("unexpected_answer", { cause });

  const meant = refusals[cause.status] ?? usualReason(cause);
  const reason = typeof meant === "function" ? meant(cause) : meant;
  const { retryAfter } = cause;
  const retryAt = retryAfter === undefined ? undefined : Date.now() + retryAfter * 1000;
  return new WalletError(reason, { cause, ...(retryAt === undefined ? {} : { retryAt }) });
}

function usualReason({ code, status }: ApiError): WalletFailure {
  if (code === "no_answer") return navigator.onLine ? "service_down" : "offline";
  if (status === 401) return "signed_out";
  if (code === "step_up_required") return "proof_declined";
  if (status === 403) return "not_allowed";
  if (status === 404) return "not_found";
  if (status === 429) return "too_many_requests";
  return status >= 500 ? "service_down" : "unexpected_answer";
}

export type WalletVisit = Answer<"GET /api/wallet/session">;

/** Throws WalletError. */
export async function fetchWalletSession(): Promise<WalletVisit> {
  const { response } = getWalletSessionOperation;
  const call = { environment: "development", response } as const;
  return await callWalletApi("GET /api/wallet/session", call, {});
}

/** Lets a visitor of the demo into the wallet. Throws WalletError. */
export async function startVisit(): Promise<WalletVisit> {
  const { response } = openVisitOperation;
  const call = { environment: "development", response } as const;
  await callWalletApi("POST /api/demo/visit", call, { body: {} });
  return await fetchWalletSession();
}
