import { ApiError, isUndecided } from "./api-error.ts";
import { isTemporary, MAX_ATTEMPTS, waitAfter } from "./schedule.ts";
import type { DataOf, Route } from "./schemas.ts";
import { formatAddress, readData, sendRequest } from "./send-request.ts";

export type ClientOptions = {
  /** Where the service is reached, such as `https://receipts.example`; empty for the origin of this page. */
  baseUrl: string;
  /** Of one organization and environment. Without a key, the browser's session is used. */
  apiKey?: string | undefined;
  /** Headers of every request. */
  headers?: Record<string, string> | undefined;
  fetch?: typeof globalThis.fetch | undefined;
} & Patience;

type Patience = {
  /** How long an attempt may take; ms. 30 seconds if not given. */
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
  body?: unknown;
  headers?: Record<string, string> | undefined;
  /** Where a lost answer must not be asked for again: it is then only repeated when it was refused unread. */
  isOnce?: boolean;
};

/** Calls an operation and resolves to `data` of its answer. Throws ApiError, or the reason of the signal. */
export type Call = <R extends Route>(
  route: R,
  input?: Input,
  options?: CallOptions,
) => Promise<DataOf<R>>;

const ATTEMPT_MS = 30_000;

/** A caller that repeats what may be repeated, on the API's schedule. */
export function createCall(client: ClientOptions): Call {
  const baseUrl = client.baseUrl.replace(/\/+$/, "");
  return async <R extends Route>(route: R, input: Input = {}, options: CallOptions = {}) => {
    const { maxAttempts = MAX_ATTEMPTS, onWait, signal, ...patience } = overlay(client, options);
    for (let number = 1, lost: unknown; ; number++) {
      try {
        const data = await attempt({ client, baseUrl, route, input, patience, signal, number });
        // The service validates what it answers by the schemas that these types come from.
        return data as DataOf<R>;
      } catch (error) {
        if (number >= maxAttempts || !mayRepeat(input, error)) {
          throw lost !== undefined && isAboutCaller(error) ? lost : error;
        }
        if (isUndecided(error)) lost = error;
        const wait = waitAfter(number, error.retryAfter);
        onWait?.(wait);
        await pause(wait, signal);
      }
    }
  };
}

function overlay(client: ClientOptions, options: CallOptions): CallOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const { timeoutMs, maxAttempts, onAttempt, onWait } = client;
  return { timeoutMs, maxAttempts, onAttempt, onWait, ...Object.fromEntries(given) };
}

function mayRepeat({ isOnce = false }: Input, error: unknown): error is ApiError {
  return isTemporary(error) && (!isOnce || error.status === 429);
}

/** An ended session or a full quota says nothing about what an attempt before it did. */
function isAboutCaller(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 429].includes(error.status);
}

type Try = {
  client: ClientOptions;
  baseUrl: string;
  route: Route;
  input: Input;
  patience: Pick<CallOptions, "timeoutMs" | "onAttempt" | "headers">;
  signal: AbortSignal | undefined;
  number: number;
};

async function attempt({ client, baseUrl, route, input, patience, signal, number }: Try) {
  const [method = "", path = ""] = route.split(" ");
  const { params, query, body } = input;
  const { timeoutMs = ATTEMPT_MS, onAttempt } = patience;
  const start = performance.now();
  const seen: { answer?: { status: number; headers: Headers } } = {};
  const limit = AbortSignal.timeout(timeoutMs);
  const headers = {
    ...(client.apiKey !== undefined && { "X-API-Key": client.apiKey }),
    ...client.headers,
    ...input.headers,
    ...patience.headers,
  };
  try {
    const response = await sendRequest(`${baseUrl}${formatAddress(path, params, query)}`, {
      method,
      body,
      headers,
      signal: AbortSignal.any(signal ? [signal, limit] : [limit]),
      fetch: client.fetch,
      onAnswer: (answer) => {
        seen.answer = answer;
      },
    });
    return await readData(response);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (limit.aborted) throw noAnswerInTime(timeoutMs, error);
    throw error;
  } finally {
    onAttempt?.({
      number,
      milliseconds: performance.now() - start,
      status: seen.answer?.status,
      requestId: seen.answer?.headers.get("x-request-id") ?? undefined,
      replayed: seen.answer?.headers.get("idempotent-replayed") === "true",
    });
  }
}

function noAnswerInTime(timeoutMs: number, cause: unknown): ApiError {
  const message = `No answer within ${timeoutMs / 1000} seconds`;
  return new ApiError({ status: 0, code: "no_answer", message, cause });
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
