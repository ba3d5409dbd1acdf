import type { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import {
  formatAddress,
  type OnAnswer,
  type Request,
  readData,
  sendRequest,
} from "./send-request.ts";

type Sent<O, Part extends string> =
  O extends Record<Part, infer Schema extends z.ZodType>
    ? { [K in Part]: z.input<Schema> }
    : { [K in Part]?: never };

/** As JSON carries it: a date is a string. */
type Answer<O> = O extends { response: infer Schema extends z.ZodType } ? z.input<Schema> : unknown;

type CallOptions<O> = Sent<O, "params"> &
  Sent<O, "query"> &
  Sent<O, "body"> & {
    /** Whose data is meant; what belongs to the whole organization needs none. */
    environment?: Environment;
    signal?: AbortSignal;
    /** Told of the answer's status and headers, whatever it is; not where there was none. */
    onAnswer?: OnAnswer;
  };

/** The same for the code below, which does not know the operation. */
type AnyOptions = Omit<Request, "method"> & {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
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
  const { params, query, ...request } = options as AnyOptions;
  return await sendRequest(formatAddress(path, params, query), { method, ...request });
}
