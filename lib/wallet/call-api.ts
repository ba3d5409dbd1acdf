import { z } from "zod";
import {
  getWalletSessionOperation,
  openGuestSessionOperation,
  SESSION_HEADER,
  WALLET,
  type WalletSession,
} from "#lib/accounts/contract-wallet.ts";
import { ApiError } from "#lib/browser/api-error.ts";
import { formatAddress, readData, sendRequest } from "#lib/browser/send-request.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import type { Observe } from "./observation.ts";
import { WalletError, type WalletFailure } from "./wallet-error.ts";

export type WalletCaller = { environment: Environment; observe?: Observe | undefined };

type Callable<R extends z.ZodType> = { method: string; path: string; response: R };

/** What a status means here, where it is not what it means in general. */
type Refusals = Partial<Record<number, WalletFailure>>;

type Sent = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  signal?: AbortSignal;
  refusals?: Refusals;
};

/**
 * Calls the public API, tells of the call whatever becomes of it, and believes the answer only where it
 * keeps the contract. Throws WalletError and nothing else.
 */
export async function callWalletApi<R extends z.ZodType>(
  { method, path, response }: Callable<R>,
  { environment, observe }: WalletCaller,
  { params, query, body, signal, refusals = {} }: Sent,
): Promise<z.input<R>> {
  const address = formatAddress(path, params, query);
  const start = performance.now();
  const seen: { status?: number; requestId?: string | undefined } = {};

  function onAnswer({ status, headers }: { status: number; headers: Headers }): void {
    seen.status = status;
    seen.requestId = headers.get("x-request-id") ?? undefined;
  }

  try {
    const headers = { [SESSION_HEADER]: WALLET };
    const request = { method, body, environment, headers, signal, onAnswer };
    const answer = await readData(await sendRequest(address, request));
    return z.encode(response, response.parse(answer));
  } catch (error) {
    if (signal?.reason instanceof WalletError) throw signal.reason;
    throw toWalletError(error, refusals);
  } finally {
    const { status, requestId } = seen;
    const milliseconds = performance.now() - start;
    const sent = Object.keys(body ?? {});
    observe?.({ kind: "called", method, path: address, sent, status, requestId, milliseconds });
  }
}

function toWalletError(cause: unknown, refusals: Refusals): WalletError {
  // The answer does not keep the contract.
  if (!(cause instanceof ApiError)) return new WalletError("unexpected_answer", { cause });

  const reason = refusals[cause.status] ?? usualReason(cause);
  const { retryAfter } = cause;
  const retryAt = retryAfter === undefined ? undefined : Date.now() + retryAfter * 1000;
  return new WalletError(reason, { cause, ...(retryAt === undefined ? {} : { retryAt }) });
}

function usualReason({ code, status }: ApiError): WalletFailure {
  if (code === "no_answer") return navigator.onLine ? "service_down" : "offline";
  if (status === 401) return "signed_out";
  if (status === 403) return "not_allowed";
  if (status === 404) return "not_found";
  if (status === 429) return "too_many_requests";
  return status >= 500 ? "service_down" : "unexpected_answer";
}

/** Throws WalletError. */
export async function fetchWalletSession(): Promise<WalletSession> {
  return await callWalletApi(getWalletSessionOperation, { environment: "development" }, {});
}

/** Throws WalletError. */
export async function startGuestSession(): Promise<WalletSession> {
  return await callWalletApi(openGuestSessionOperation, { environment: "development" }, {});
}
