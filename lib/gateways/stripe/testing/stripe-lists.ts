import type Stripe from "stripe";
import type { Reply } from "#lib/gateways/testing/stand-in.ts";
import type { DisputeRecord } from "./stripe-books.ts";
import { refuse } from "./stripe-form.ts";

const MAX_LIMIT = 100;
const pageParameters = ["limit", "starting_after", "ending_before", "expand[0]"];

const times = ["created[gt]", "created[gte]", "created[lt]", "created[lte]"];

function isWithin(query: URLSearchParams) {
  const from = Number(query.get("created[gte]") ?? 0);
  const to = Number(query.get("created[lte]") ?? Number.POSITIVE_INFINITY);
  return ({ created }: { created: number }) => created >= from && created <= to;
}

/** Stripe's refusal of what it does not know, or of a page that is too long. */
function refuseQuery(query: URLSearchParams, known: readonly string[]): Reply | undefined {
  const unknown = [...query.keys()].find((name) => !known.includes(name));
  if (unknown) {
    const more = { code: "parameter_unknown", param: unknown } as const;
    return refuse(400, `Received unknown parameter: ${unknown}`, more);
  }
  const limit = query.get("limit") ?? "10";
  const isLimit = /^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= MAX_LIMIT;
  return isLimit
    ? undefined
    : refuse(400, "The limit must be between 1 and 100.", { param: "limit" });
}

/** Newest first, within the times of creation that are asked for. */
export function listIntents(
  query: URLSearchParams,
  intents: readonly Stripe.PaymentIntent[],
): Reply {
  const refusal = refuseQuery(query, [...pageParameters, ...times, "customer"]);
  if (refusal) return refusal;

  const within = intents.filter(isWithin(query));
  return listPage("/v1/payment_intents", within.toReversed(), query);
}

export function searchIntents(
  query: URLSearchParams,
  intents: readonly Stripe.PaymentIntent[],
): Reply {
  const refusal = refuseQuery(query, ["query", "limit", "page", "expand[0]"]);
  if (refusal) return refusal;

  const text = query.get("query") ?? "";
  const [, key, value] = /^metadata\["(\w+)"\]:"([^"]+)"$/.exec(text) ?? [];
  if (!key) return refuse(400, `We were unable to parse your search query: ${text}`);
  const data = intents.filter(({ metadata }) => metadata[key] === value);
  const url = "/v1/payment_intents/search";
  return {
    status: 200,
    body: { object: "search_result", url, has_more: false, next_page: null, data },
  };
}

export function listRefunds(query: URLSearchParams, refunds: readonly Stripe.Refund[]): Reply {
  const refusal = refuseQuery(query, [...pageParameters, "charge", "created", "payment_intent"]);
  if (refusal) return refusal;

  const intent = query.get("payment_intent");
  const found = refunds.filter(({ payment_intent }) => !intent || payment_intent === intent);
  return listPage("/v1/refunds", found.toReversed(), query);
}

export function listDisputes(query: URLSearchParams, disputes: readonly DisputeRecord[]): Reply {
  const refusal = refuseQuery(query, [...pageParameters, ...times, "charge", "payment_intent"]);
  if (refusal) return refusal;

  const intent = query.get("payment_intent");
  const found = disputes
    .filter(isWithin(query))
    .filter(({ payment_intent }) => !intent || payment_intent === intent);
  return listPage("/v1/disputes", found.toReversed(), query);
}

/** A few at a time, however many are asked for: a caller has to follow the pages. */
function listPage(url: string, all: { id: string }[], query: URLSearchParams): Reply {
  const after = query.get("starting_after");
  const start = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
  const end = start + Math.min(2, Number(query.get("limit") ?? 10));
  const has_more = end < all.length;
  return { status: 200, body: { object: "list", url, has_more, data: all.slice(start, end) } };
}
