import type { z } from "zod";
import { formatAddress, type OnAnswer, readData, sendRequest } from "#lib/client/send-request.ts";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import { nameEnvironment } from "./name-environment.ts";
import type { Operations } from "./operations.ts";
import { refuseCardNumbers } from "./refuse-card-numbers.ts";
import { stepUp, withStepUp } from "./step-up.ts";

/** An operation as method and path: `GET /api/console/payments/{paymentId}`. */
export type Route = keyof Operations;

/** What `data` of a successful answer holds, as JSON carries it: a date is a string. */
export type Answer<R extends Route> = Operations[R] extends {
  response: infer Schema extends z.ZodType;
}
  ? z.input<Schema>
  : unknown;

/** What an operation takes as its `params`, `query` or `body`, as JSON carries it. */
export type Sent<R extends Route, Part extends "params" | "query" | "body" | "sealedBody"> =
  Operations[R] extends Record<Part, infer Schema extends z.ZodType> ? z.input<Schema> : never;

type SentAs<R extends Route, Part extends "params" | "query" | "body"> =
  Operations[R] extends Record<Part, z.ZodType>
    ? Empty extends Sent<R, Part>
      ? { [K in Part]?: Sent<R, Part> | undefined }
      : { [K in Part]: Sent<R, Part> }
    : { [K in Part]?: never };

type Empty = Record<never, never>;

/** All the input of an operation. */
export type Input<R extends Route> = SentAs<R, "params"> &
  SentAs<R, "query"> &
  (SentAs<R, "body"> | SealedBodyOf<R>);

/** Either body of an operation that takes a sealed receipt. */
type SealedBodyOf<R extends Route> = Operations[R] extends { sealedBody: z.ZodType }
  ? { body: Sent<R, "body"> | Sent<R, "sealedBody"> }
  : never;

type CallOptions = {
  /** The environment of the call; not needed for what belongs to the whole organization. */
  environment?: AnyEnvironment | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Receives the status and headers of any answer; not called if there is none. */
  onAnswer?: OnAnswer;
};

type OptionsOf<R extends Route> =
  Empty extends Input<R> ? [options?: Input<R> & CallOptions] : [options: Input<R> & CallOptions];

/** The untyped form, for the code below that handles any operation. */
type AnyOptions = CallOptions & {
  params?: unknown;
  query?: unknown;
  body?: unknown;
};

export type ApiCaller = {
  /** Calls an operation and gives `data` of its answer. Throws ApiError, or the reason of the signal. */
  api: <R extends Route>(route: R, ...options: OptionsOf<R>) => Promise<Answer<R>>;
  /** As `api`, for an answer that is not JSON or too long to read at once. */
  openApi: <R extends Route>(route: R, ...options: OptionsOf<R>) => Promise<Response>;
};

/**
 * Creates a caller for a service elsewhere, or with credentials other than this browser's session:
 * `createCaller({ baseUrl, headers: { "X-API-Key": key } })`.
 */
export function createCaller({
  baseUrl = "",
  headers,
  fetch,
  stepUp: prove,
}: {
  baseUrl?: string;
  /** Headers of every call; those of a single call override them. */
  headers?: Record<string, string>;
  fetch?: typeof globalThis.fetch;
  /** Asks for the step-up that `step_up_required` calls for. If it returns true, the call is repeated once. */
  stepUp?: () => Promise<boolean>;
} = {}): ApiCaller {
  const open = async (route: Route, options: AnyOptions = {}): Promise<Response> => {
    const { method, address } = readRoute(route, options);
    const { params, query, environment, ...request } = options;
    refuseCardNumbers({ params, query, body: request.body });
    const send = () =>
      sendRequest(`${baseUrl}${address}`, {
        ...request,
        method,
        headers: { ...headers, ...request.headers, ...nameEnvironment(environment) },
        fetch,
      });
    return await (prove ? withStepUp(send, prove) : send());
  };
  return {
    // The service validates input and output by the same schemas that these types come from.
    api: async <R extends Route>(route: R, ...[options]: OptionsOf<R>) =>
      (await readData(await open(route, options as AnyOptions))) as Answer<R>,
    openApi: (route, ...[options]) => open(route, options as AnyOptions),
  };
}

/** The method and the address of a call. */
export function readRoute(
  route: Route,
  { params, query }: Pick<AnyOptions, "params" | "query">,
): { method: string; address: string } {
  const [method = "", path = ""] = route.split(" ");
  return { method, address: formatAddress(path, params, query) };
}

/** With the session of this browser: `api("GET /api/console/overview", { environment, signal })`. */
export const { api, openApi } = createCaller({ stepUp });
