import { randomBytes } from "node:crypto";
import type { Reply } from "#lib/gateways/testing/stand-in.ts";
import { type CreatePaymentBody, squareError } from "./square-schemas.ts";

export type Money = { amount: number; currency: string };
export type Order = {
  id: string;
  created_at: string;
  location_id: string;
  reference_id?: string | undefined;
  total_money: Money;
  state: string;
  version: number;
  tenders?: { id: string; type: string; payment_id: string }[];
};
export type Payment = Record<string, unknown> & {
  id: string;
  order_id: string | undefined;
  reference_id: string | undefined;
  status: string;
  total_money: Money;
  refund_ids?: string[];
};
export type Refund = Record<string, unknown> & {
  id: string;
  payment_id: string;
  status: string;
} & {
  amount_money: Money;
};

export type Dispute = {
  id: string;
  state: string;
  reason: string;
  amount_money: Money;
  disputed_payment: { payment_id: string };
};

export function retrieve(name: string, found: unknown): Reply {
  return found ? { status: 200, body: { [name]: found } } : notFound(`${name} not found.`);
}

/** One at a time, however few there are: a caller has to follow the cursor. */
export function readPage(name: string, all: unknown[], cursor: string | null | undefined): Reply {
  const start = Number(cursor ?? 0);
  const next = start + 1 < all.length ? { cursor: String(start + 1) } : {};
  return { status: 200, body: { [name]: all.slice(start, start + 1), ...next } };
}

export function notFound(detail: string, field?: string): Reply {
  return squareError(404, "INVALID_REQUEST_ERROR", "NOT_FOUND", detail, field);
}

/** Six letters and digits, of the card's issuer. */
function drawAuthCode(): string {
  return randomBytes(3).toString("hex");
}

export function describePayment(body: CreatePaymentBody, failure: string | undefined): Payment {
  const errors = [{ category: "PAYMENT_METHOD_ERROR", code: failure }];
  return {
    id: randomBytes(16).toString("hex"),
    created_at: new Date().toISOString(),
    amount_money: body.amount_money,
    ...(body.tip_money ? { tip_money: body.tip_money } : {}),
    total_money: {
      amount: body.amount_money.amount + (body.tip_money?.amount ?? 0),
      currency: body.amount_money.currency,
    },
    status: failure ? "FAILED" : "COMPLETED",
    source_type: "CARD",
    card_details: {
      status: failure ? "FAILED" : "CAPTURED",
      ...(failure ? { errors } : { auth_result_code: drawAuthCode() }),
    },
    location_id: body.location_id,
    order_id: body.order_id,
    reference_id: body.reference_id,
  };
}
