import type { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { ApiError } from "./api-error.ts";
import { memberOf } from "./member-of.ts";
import { readApiError } from "./read-api-error.ts";

type Sent<O, Part extends string> =
  O extends Record<Part, infer Schema extends z.ZodType>
    ? { [K in Part]: z.input<Schema> }
    : { [K in Part]?: never };

type Answer<O> = O extends { response: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : unknown;

type CallOptions<O> = Sent<O, "params"> &
  Sent<O, "query"> &
  Sent<O, "body"> & {
    /** Whose data is meant; what belongs to the whole organization needs none. */
    environment?: Environment;
    signal?: AbortSignal;
    /** Told of the answer's status and headers, whatever it is; not where there was none. */
    onAnswer?: (answer: { status: number; headers: Headers }) => void;
  };

/** The same for the code below, which does not know the operation. */
type AnyOptions = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  environment?: Environment;
  signal?: AbortSignal;
  onAnswer?: (answer: { status: number; headers: Headers }) => void;
};

/**
 * Calls an operation of the contract with the session of this browser:
 * `callApi<typeof listThingsOperation>("GET", "/api/console/things", { environment })`. Throws ApiError.
 *
 * Only the type of the operation is needed: the service parses what it takes and what it gives by the
 * schemas, and pages without a form do without 40 KB of them.
 */
export async function callApi<O extends Operation>(
  method: O["method"],
  path: O["path"],
  options: CallOptions<O>,
): Promise<Answer<O>> {
  return (await readData(await openApi(method, path, options))) as Answer<O>;
}

/** The same for an answer that is no JSON, and may be too long to be read at once. Throws ApiError. */
export async function openApi<O extends Operation>(
  method: O["method"],
  path: O["path"],
  options: CallOptions<O>,
): Promise<Response> {
  const { params = {}, query = {}, body, environment, signal, onAnswer } = options as AnyOptions;
  const response = await reach(toPath(path, params) + toQuery(query), {
    method,
    cache: "no-store",
    signal: signal ?? null,
    headers: {
      ...(environment === undefined ? {} : { "X-Environment": environment }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  onAnswer?.(response);
  if (!response.ok) throw await readApiError(response);
  return response;
}

async function reach(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request);
  } catch (cause) {
    // Given up by the page itself: whoever asked is gone.
    if (request.signal?.aborted) throw cause;
    throw new ApiError({ status: 0, code: "no_answer", message: "No answer", cause });
  }
}

async function readData(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => undefined);
  if (memberOf(body, "success") === true) return memberOf(body, "data");

  throw new ApiError({
    status: response.status,
    code: "unreadable",
    message: "Not an answer of this service",
    requestId: response.headers.get("x-request-id") ?? undefined,
  });
}

function toPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function toQuery(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
