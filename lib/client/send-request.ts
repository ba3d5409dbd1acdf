import { ApiError } from "./api-error.ts";

export type Request = {
  method: string;
  body?: unknown;
  /** The body as text, in place of `body`. */
  json?: string | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  onAnswer?: OnAnswer | undefined;
  fetch?: typeof globalThis.fetch | undefined;
};

export type OnAnswer = (answer: { status: number; headers: Headers }) => void;

/** One request, and its answer if it is a success. Throws ApiError, or the reason of the signal. */
export async function sendRequest(
  address: string,
  { method, body, json = stringify(body), headers, signal, onAnswer, fetch }: Request,
): Promise<Response> {
  const type = json === undefined ? {} : { "Content-Type": "application/json" };
  const all = { ...headers, ...type };
  // Throws for a value that no header can carry: sending it again would not help.
  new Headers(all);
  const response = await reach(fetch ?? globalThis.fetch, address, {
    method,
    // Followed, it would carry the key to another address, or turn a POST into a GET.
    redirect: "manual",
    signal: signal ?? null,
    headers: all,
    body: json ?? null,
  });
  onAnswer?.(response);
  if (!response.ok) throw await readApiError(response);
  return response;
}

function stringify(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}

/** Reads `data` of a successful answer. Throws ApiError. */
export async function readData(response: Response): Promise<unknown> {
  const body = await readJson(response);
  if (memberOf(body, "success") === true) return memberOf(body, "data");
  throw unreadable(response);
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

/** Undefined for what is no JSON. Throws ApiError where it breaks off. */
async function readJson(response: Response): Promise<unknown> {
  return await response.json().catch((cause: unknown) => {
    if (!(cause instanceof SyntaxError)) throw noAnswer(cause);
  });
}

/**
 * Reads the failure from a response. What is not in the service's shape, such as a proxy's page, is `unreadable`. Throws
 * ApiError if the answer breaks off.
 */
export async function readApiError(response: Response): Promise<ApiError> {
  const error = memberOf(await readJson(response), "error");
  const { status, headers } = response;
  const code = textOf(error, "code");
  // As codes are written, also those that came after this client.
  if (code === undefined || !/^[a-z]+(_[a-z0-9]+)*$/.test(code)) return unreadable(response);
  return new ApiError({
    status,
    code,
    message: textOf(error, "message") ?? `Status ${status}`,
    details: textOf(error, "details") ?? "",
    requestId: textOf(error, "request_id"),
    paymentId: headers.get("x-payment-id") ?? undefined,
    retryAfter: readSeconds(headers.get("retry-after")),
    headers,
  });
}

/** The answer of a proxy, of another service, or of this one at another address. */
function unreadable({ status, headers, type }: Response): ApiError {
  const isRedirect = type === "opaqueredirect" || (status >= 300 && status < 400);
  const said = isRedirect
    ? { message: "Redirected: set baseUrl to the address it leads to", name: "location" }
    : { message: `Status ${status}: not an answer from this service`, name: "content-type" };
  const value = headers.get(said.name);
  return new ApiError({
    status,
    code: "unreadable",
    message: said.message,
    details: value === null ? "" : `${said.name}: ${value}`,
    requestId: headers.get("x-request-id") ?? undefined,
    paymentId: headers.get("x-payment-id") ?? undefined,
    retryAfter: readSeconds(headers.get("retry-after")),
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
