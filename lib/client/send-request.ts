import { errorCodes } from "#lib/core/errors.ts";
import { ApiError } from "./api-error.ts";

export type Request = {
  method: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  onAnswer?: OnAnswer | undefined;
  fetch?: typeof globalThis.fetch | undefined;
};

export type OnAnswer = (answer: { status: number; headers: Headers }) => void;

/** One request, and its answer if it is a success. Throws ApiError, or the reason of the signal. */
export async function sendRequest(
  address: string,
  { method, body, headers, signal, onAnswer, fetch = globalThis.fetch }: Request,
): Promise<Response> {
  const response = await reach(fetch, address, {
    method,
    cache: "no-store",
    // The service never redirects.
    redirect: "error",
    signal: signal ?? null,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  onAnswer?.(response);
  if (!response.ok) throw await readApiError(response);
  return response;
}

/** Reads `data` of a successful answer. Throws ApiError. */
export async function readData(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch((cause: unknown) => {
    if (!(cause instanceof SyntaxError)) throw noAnswer(cause);
  });
  if (memberOf(body, "success") === true) return memberOf(body, "data");

  throw new ApiError({
    status: response.status,
    code: "unreadable",
    message: "Not an answer from this service",
    requestId: response.headers.get("x-request-id") ?? undefined,
  });
}

/** The path of an operation with its parameters in it, and the query behind it. */
export function formatAddress(path: string, params?: unknown, query?: unknown): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(memberOf(params, name))),
  );
  const entries = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  const text = new URLSearchParams(
    entries.map(([name, value]) => [name, String(value)]),
  ).toString();
  return text === "" ? filled : `${filled}?${text}`;
}

async function reach(
  fetch: typeof globalThis.fetch,
  address: string,
  request: RequestInit,
): Promise<Response> {
  try {
    return await fetch(address, request);
  } catch (cause) {
    // The caller aborted the request itself.
    if (request.signal?.aborted) throw cause;
    throw noAnswer(cause);
  }
}

function noAnswer(cause: unknown): ApiError {
  return new ApiError({ status: 0, code: "no_answer", message: "No answer", cause });
}

/** Reads the failure from a response. A proxy's page or an unknown code is `unreadable`. */
export async function readApiError(response: Response): Promise<ApiError> {
  const error = memberOf(await response.json().catch(() => undefined), "error");
  const { status, headers } = response;
  const retryAfter = readSeconds(headers.get("retry-after"));
  const code = errorCodes.find((one) => one === memberOf(error, "code"));
  return new ApiError({
    status,
    code: code ?? "unreadable",
    message: textOf(error, "message") ?? `Status ${status}`,
    details: textOf(error, "details") ?? "",
    requestId: textOf(error, "request_id"),
    paymentId: headers.get("x-payment-id") ?? undefined,
    retryAfter,
    headers,
  });
}

function readSeconds(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}

/** A member of a value parsed from JSON; undefined if there is none. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** As memberOf, if the member is a string. */
export function textOf(value: unknown, name: string): string | undefined {
  const text = memberOf(value, name);
  return typeof text === "string" ? text : undefined;
}
