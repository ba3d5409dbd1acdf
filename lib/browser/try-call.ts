import { ApiError } from "#lib/client/api-error.ts";
import { createCaller } from "./api.ts";
import { stepUp } from "./step-up.ts";

/** What a form needs to know of a call of the API. */
export type TriableCall = {
  operationId: string;
  summary: string;
  method: string;
  path: string;
  /** Needs neither key nor session. */
  isOpen: boolean;
  fields: { name: string; place: "path" | "query" | "header"; required: boolean }[];
  /** An example, as JSON; absent where the call has no body. */
  body?: string;
};

/** As whom the call is sent. Production is for real cardholders: no form sends to it. */
export type Credentials =
  | { kind: "session"; environment: "development" | "staging" }
  | { kind: "key"; apiKey: string };

export type TriedCall =
  | { state: "answered"; status: number; headers: [string, string][]; body: string; ms: number }
  /** Refused before it was sent, or without an answer. */
  | { state: "failed"; message: string };

/** Why a key is not used; undefined for one that is. */
export function refuseKey(apiKey: string): string | undefined {
  if (apiKey.startsWith("ssk_prod_")) return "is of production: use one of development or staging";
  if (!/^ssk_(?:dev|stg)_\w+$/.test(apiKey)) return "must begin with ssk_dev_ or ssk_stg_";
  return undefined;
}

type Sent = { values: Readonly<Record<string, string>>; body: unknown; credentials: Credentials };

/** Sends the call once, and again after a step-up. Card numbers are refused before that, as in every call of our pages. */
export async function tryCall(
  { method, path, fields }: TriableCall,
  { values, body, credentials }: Sent,
): Promise<TriedCall> {
  let answered: Extract<TriedCall, { state: "answered" }> | undefined;
  const isKey = credentials.kind === "key";
  const { openApi } = createCaller({
    ...(isKey && { headers: { "X-API-Key": credentials.apiKey } }),
    stepUp,
    fetch: async (address, init) => {
      const begun = performance.now();
      // With a key, the session has no part in it.
      const response = await fetch(address, {
        ...init,
        credentials: isKey ? "omit" : "same-origin",
      });
      const ms = Math.round(performance.now() - begun);
      const text = await response.clone().text();
      const headers = [...response.headers].filter(([name]) => telling.test(name));
      answered = { state: "answered", status: response.status, headers, body: text, ms };
      return response;
    },
  });
  // The form knows the operations of the document by their text alone.
  const open = openApi as (route: string, options: object) => Promise<Response>;
  const pick = (place: string) =>
    Object.fromEntries(
      fields
        .filter((field) => field.place === place && values[field.name])
        .map(({ name }) => [name, values[name]]),
    );
  try {
    await open(`${method} ${path}`, {
      params: pick("path"),
      query: pick("query"),
      ...(body !== undefined && { body }),
      ...(credentials.kind === "session" && { environment: credentials.environment }),
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!answered) {
      const { message, details } = error;
      return { state: "failed", message: details ? `${message}: ${details}` : message };
    }
  }
  return answered ?? { state: "failed", message: "No answer" };
}

/** The headers that say something about this call. */
const telling =
  /^(?:x-request-id|x-payment-id|x-ratelimit-.+|retry-after|idempotent-replayed|warning|allow)$/;
