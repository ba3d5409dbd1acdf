import { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";
import type { Observe } from "./observation.ts";
import { WalletError, type WalletFailure } from "./wallet-error.ts";

export type Caller = { environment: Environment; observe?: Observe | undefined };

type Callable<R extends z.ZodType> = { method: string; path: string; response: R };

type Sent = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  signal?: AbortSignal;
  /** What a status means here, where it is not what it means in general. */
  refusals?: Partial<Record<number, WalletFailure>>;
};

const answer = z.object({ success: z.literal(true), data: z.unknown() });

/** Calls the public API with the session of this browser. Throws WalletError and nothing else. */
export async function callApi<R extends z.ZodType>(
  { method, path, response }: Callable<R>,
  { environment, observe }: Caller,
  { params = {}, query = {}, body, signal, refusals = {} }: Sent,
): Promise<z.output<R>> {
  const url = formatUrl(path, params, query);
  const start = performance.now();

  function report(received: Response | undefined): void {
    observe?.({
      kind: "called",
      method,
      path: url,
      sent: Object.keys(body ?? {}),
      status: received?.status,
      requestId: received?.headers.get("x-request-id") ?? undefined,
      milliseconds: performance.now() - start,
    });
  }

  try {
    const received = await send(url, { method, environment, body, signal });
    const text = await received.text();
    report(received);
    if (!received.ok) throw refusalOf(received, refusals);
    return readAnswer(text, response);
  } catch (error) {
    if (error instanceof WalletError) throw error;
    report(undefined);
    if (signal?.reason instanceof WalletError) throw signal.reason;
    throw new WalletError(navigator.onLine ? "service_down" : "offline", { cause: error });
  }
}

async function send(
  url: string,
  {
    method,
    environment,
    body,
    signal,
  }: {
    method: string;
    environment: Environment;
    body: Record<string, unknown> | undefined;
    signal: AbortSignal | undefined;
  },
): Promise<Response> {
  const headers: Record<string, string> = { "X-Environment": environment };
  if (body) headers["Content-Type"] = "application/json";
  return await fetch(url, {
    method,
    headers,
    cache: "no-store",
    credentials: "same-origin",
    redirect: "error",
    body: body ? JSON.stringify(body) : null,
    signal: signal ?? null,
  });
}

function formatUrl(
  path: string,
  params: Record<string, string>,
  query: Record<string, string>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const search = new URLSearchParams(query).toString();
  return search === "" ? filled : `${filled}?${search}`;
}

function refusalOf(
  { status, headers }: Response,
  refusals: Partial<Record<number, WalletFailure>>,
): WalletError {
  const reason = refusals[status] ?? usualReason(status);
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return new WalletError(
    reason,
    Number.isFinite(seconds) ? { retryAt: Date.now() + seconds * 1000 } : {},
  );
}

function usualReason(status: number): WalletFailure {
  if (status === 401) return "signed_out";
  if (status === 403) return "not_allowed";
  if (status === 404) return "not_found";
  if (status === 429) return "too_many_requests";
  return status >= 500 ? "service_down" : "unexpected_answer";
}

function readAnswer<R extends z.ZodType>(text: string, response: R): z.output<R> {
  try {
    return response.parse(answer.parse(JSON.parse(text)).data);
  } catch (cause) {
    throw new WalletError("unexpected_answer", { cause });
  }
}
