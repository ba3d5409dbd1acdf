import { ApiError, isUndecided } from "./api-error.ts";
import { isTemporary, MAX_ATTEMPTS, waitAfter } from "./schedule.ts";
import type { DataOf, Route } from "./schemas.ts";
import { formatAddress, readData, sendRequest } from "./send-request.ts";
import type { RequestSigningKey, RequestToSign } from "./sign-request.ts";

export type ClientOptions = {
  /** Where the service is reached, such as `https://receipts.example`; empty for the origin of this page. */
  baseUrl: string;
  /** Of one organization and environment. Without a key, the browser's session is used. */
  apiKey?: string | undefined;
  /** Signs payments and refunds: the merchant's own key, whose public half is registered in the console. */
  signingKey?: RequestSigningKey | undefined;
  /** Headers of every request. */
  headers?: Record<string, string> | undefined;
  fetch?: typeof globalThis.fetch | undefined;
} & Patience;

type Patience = {
  /** How long an attempt may take, its answer included; ms. 30 seconds if not given. */
  timeoutMs?: number | undefined;
  /** 3 if not given; 1 sends a request once. */
  maxAttempts?: number | undefined;
  /** Called after each attempt. */
  onAttempt?: ((attempt: Attempt) => void) | undefined;
  /** Called before each wait, with its length in ms. */
  onWait?: ((milliseconds: number) => void) | undefined;
};

/** Options of a single call, which override those of the client. */
export type CallOptions = Patience & {
  headers?: Record<string, string> | undefined;
  /** Ends the call, between attempts too. It then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
};

/** One request and its outcome. `status` and `requestId` are undefined if there was no answer. */
export type Attempt = {
  /** 1 for the first. */
  number: number;
  milliseconds: number;
  status: number | undefined;
  requestId: string | undefined;
  /** Whether the answer is that of an earlier, identical request. */
  replayed: boolean;
};

type Input = {
  params?: Record<string, string> | undefined;
  query?: object | undefined;
  body?: object | undefined;
  headers?: Record<string, string> | undefined;
  /** Where a lost answer must not be asked for again: it is then only repeated when it was refused unread. */
  isOnce?: boolean;
  /** Where a merchant's signature counts: what for. */
  signed?: RequestToSign;
};

/** Calls an operation and resolves to `data` of its answer. Throws ApiError, or the reason of the signal. */
export type Call = <R extends Route>(
  route: R,
  input?: Input,
  options?: CallOptions,
) => Promise<DataOf<R>>;

const ATTEMPT_MS = 30_000;

/** The service never asks for more; what a proxy asks for is left to the caller, who sees it as `retryAfter`. */
const LONGEST_WAIT_MS = 60_000;

/** A caller that repeats what may be repeated, on the API's schedule. `baseUrl` is the beginning of each address, as it is. */
export function createCall(client: ClientOptions): Call {
  return async <R extends Route>(route: R, input: Input = {}, options: CallOptions = {}) => {
    const { maxAttempts = MAX_ATTEMPTS, onWait, signal, ...patience } = overlay(client, options);
    const [method = "", path = ""] = route.split(" ");
    // Once: a signature covers these bytes, and a repetition has to be the same request.
    const json = input.body && JSON.stringify(input.body);
    const request = {
      address: `${client.baseUrl}${formatAddress(path, input.params, input.query)}`,
      method,
      json,
      headers: overlayHeaders(
        client.apiKey === undefined ? {} : { "X-API-Key": client.apiKey },
        client.headers,
        input.headers,
        await sign(client, input, json),
        options.headers,
      ),
      fetch: client.fetch,
    };
    const data = await repeat({ request, patience, signal, onWait }, input, maxAttempts);
    // The service validates what it answers by the schemas that these types come from.
    return data as DataOf<R>;
  };
}

async function repeat(
  { onWait, ...tried }: Omit<Try, "number"> & Pick<CallOptions, "onWait">,
  input: Input,
  maxAttempts: number,
): Promise<unknown> {
  for (let number = 1, lost: unknown; ; number++) {
    try {
      return await attempt({ ...tried, number });
    } catch (error) {
      if (isUndecided(error)) lost = error;
      const isLast = number >= maxAttempts || !mayRepeat(input, error);
      const wait = isLast ? undefined : waitAfter(number, error.retryAfter);
      if (wait === undefined || wait > LONGEST_WAIT_MS) {
        throw lost !== undefined && isAboutCaller(error) ? lost : error;
      }
      onWait?.(wait);
      await pause(wait, tried.signal);
    }
  }
}

function overlay(client: ClientOptions, options: CallOptions): CallOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const { timeoutMs, maxAttempts, onAttempt, onWait } = client;
  return { timeoutMs, maxAttempts, onAttempt, onWait, ...Object.fromEntries(given) };
}

/** Later ones replace earlier ones, in whatever case they are written: `fetch` would send both in one. */
function overlayHeaders(...all: (Record<string, string> | undefined)[]): Record<string, string> {
  const overlaid = new Headers();
  for (const [name, value] of all.flatMap((headers) => Object.entries(headers ?? {}))) {
    overlaid.set(name, value);
  }
  return Object.fromEntries(overlaid);
}

async function sign({ signingKey, apiKey }: ClientOptions, { signed }: Input, json = "") {
  if (!signingKey || !signed) return {};
  // Loaded late: most clients do not sign.
  const { signRequest } = await import("./sign-request.ts");
  return { "X-Merchant-Signature": await signRequest(json, signed, { apiKey, ...signingKey }) };
}

function mayRepeat({ isOnce = false }: Input, error: unknown): error is ApiError {
  return isTemporary(error) && (!isOnce || error.status === 429);
}

/** An ended session or a full quota says nothing about what an attempt before it did. */
function isAboutCaller(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 429].includes(error.status);
}

type Try = {
  request: Omit<Parameters<typeof sendRequest>[1], "signal" | "onAnswer"> & { address: string };
  patience: Pick<CallOptions, "timeoutMs" | "onAttempt">;
  signal: AbortSignal | undefined;
  number: number;
};

async function attempt({ request: { address, ...request }, patience, signal, number }: Try) {
  const { timeoutMs = ATTEMPT_MS, onAttempt } = patience;
  signal?.throwIfAborted();
  const start = performance.now();
  const seen: { answer?: { status: number; headers: Headers } } = {};
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(noAnswerWithin(timeoutMs)), timeoutMs);
  try {
    const response = await sendRequest(address, {
      ...request,
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      onAnswer: (answer) => {
        seen.answer = answer;
      },
    });
    return await readData(response);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (limit.signal.aborted) throw limit.signal.reason;
    throw error;
  } finally {
    clearTimeout(timer);
    onAttempt?.({
      number,
      milliseconds: performance.now() - start,
      status: seen.answer?.status,
      requestId: seen.answer?.headers.get("x-request-id") ?? undefined,
      replayed: seen.answer?.headers.get("idempotent-replayed") === "true",
    });
  }
}

function noAnswerWithin(timeoutMs: number): ApiError {
  const message = `No answer within ${timeoutMs / 1000} seconds`;
  return new ApiError({ status: 0, code: "no_answer", message });
}

/** Throws the reason of the signal. */
async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", end, { once: true });
  });
}
