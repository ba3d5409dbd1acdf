import type { z } from "zod";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import { ApiError } from "./api-error.ts";
import type { Operations } from "./operations.ts";
import { formatAddress, type OnAnswer, readData, sendRequest } from "./send-request.ts";
import { stepUp } from "./step-up.ts";

/** An operation as method and path: `GET /api/console/payments/{paymentId}`. */
export type Route = keyof Operations;

/** What `data` of a successful answer holds, as JSON carries it: a date is a string. */
export type Answer<R extends Route> = Operations[R] extends {
  response: infer Schema extends z.ZodType;
}
  ? z.input<Schema>
  : unknown;

/** What an operation takes as its `params`, `query` or `body`, as JSON carries it. */
export type Sent<R extends Route, Part extends "params" | "query" | "body"> =
  Operations[R] extends Record<Part, infer Schema extends z.ZodType> ? z.input<Schema> : never;

type SentAs<R extends Route, Part extends "params" | "query" | "body"> =
  Operations[R] extends Record<Part, z.ZodType>
    ? Empty extends Sent<R, Part>
      ? { [K in Part]?: Sent<R, Part> | undefined }
      : { [K in Part]: Sent<R, Part> }
    : { [K in Part]?: never };

type Empty = Record<never, never>;

/** All the input of an operation. */
export type Input<R extends Route> = SentAs<R, "params"> & SentAs<R, "query"> & SentAs<R, "body">;

type CallOptions = {
  /** The environment that is meant; what belongs to the whole organization needs none. */
  environment?: AnyEnvironment | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Receives status and headers of the answer, whatever it is; not called where there was none. */
  onAnswer?: OnAnswer;
};

type OptionsOf<R extends Route> =
  Empty extends Input<R> ? [options?: Input<R> & CallOptions] : [options: Input<R> & CallOptions];

/** The same for the code below, which does not know the operation. */
type AnyOptions = CallOptions & {
  params?: unknown;
  query?: unknown;
  body?: unknown;
};

export type ApiCaller = {
  /** Calls an operation and gives `data` of its answer. Throws ApiError, or the reason of the signal. */
  api: <R extends Route>(route: R, ...options: OptionsOf<R>) => Promise<Answer<R>>;
  /** The same for an answer that is not JSON, or too long to be read at once. */
  openApi: <R extends Route>(route: R, ...options: OptionsOf<R>) => Promise<Response>;
};

/**
 * The call for a service elsewhere, or in another name than this browser's session:
 * `createCaller({ baseUrl, headers: { "X-API-Key": key } })`.
 */
export function createCaller({
  baseUrl = "",
  headers,
  fetch,
  stepUp: prove,
}: {
  baseUrl?: string;
  /** Of every call; a call's own come before them. */
  headers?: Record<string, string>;
  fetch?: typeof globalThis.fetch;
  /** Asks for what `step_up_required` needs. Where it says true, the call is sent again, once. */
  stepUp?: () => Promise<boolean>;
} = {}): ApiCaller {
  const open = async (route: Route, options: AnyOptions = {}): Promise<Response> => {
    const { method, address } = readRoute(route, options);
    const { params: _, query: __, ...request } = options;
    const send = () =>
      sendRequest(`${baseUrl}${address}`, {
        ...request,
        method,
        headers: { ...headers, ...request.headers },
        fetch,
      });
    return await send().catch(async (error: unknown) => {
      const isProofMissing = error instanceof ApiError && error.code === "step_up_required";
      if (!isProofMissing || !(await prove?.())) throw error;
      return await send();
    });
  };
  return {
    // The service parses what it takes and what it gives by the schemas that these types are of.
    api: async <R extends Route>(route: R, ...[options]: OptionsOf<R>) =>
      (await readData(await open(route, options as AnyOptions))) as Answer<R>,
    openApi: (route, ...[options]) => open(route, options as AnyOptions),
  };
}

/** The method of a call and its address on the service. */
export function readRoute(
  route: Route,
  { params, query }: Pick<AnyOptions, "params" | "query">,
): { method: string; address: string } {
  const [method = "", path = ""] = route.split(" ");
  return { method, address: formatAddress(path, params, query) };
}

/** With the session of this browser: `api("GET /api/console/overview", { environment, signal })`. */
export const { api, openApi } = createCaller({ stepUp });
