import type { ChargeRecord, Reply } from "#lib/gateways/testing/stand-in.ts";
import { squareTestNonces } from "./square-cards.ts";
import { describePayment, notFound, type Payment, readPage } from "./square-objects.ts";
import type { SquareLocation, SquareOrders } from "./square-orders.ts";
import {
  badRequest,
  type CreatePaymentBody,
  cancelByKeyBody,
  readSquareBody,
  squareError,
} from "./square-schemas.ts";

const LIST_PARAMETERS = new Set(
  "begin_time end_time sort_order cursor location_id total last_4 card_brand limit".split(" "),
);

/** The payments of a location. */
export class SquarePayments {
  readonly all: Payment[] = [];
  readonly charges: ChargeRecord[] = [];
  /** Undefined where a payment token pays as often as it is sent. */
  usedNonces: Set<string> | undefined;
  /** By idempotency key. */
  readonly #keys = new Map<string, Payment>();
  readonly #location: SquareLocation;

  constructor(location: SquareLocation) {
    this.#location = location;
  }

  clear(): void {
    this.all.length = 0;
    this.charges.length = 0;
    this.#keys.clear();
  }

  /** By our own id of it. */
  find(paymentId: string): Payment | undefined {
    return this.all.find(({ reference_id }) => reference_id === paymentId);
  }

  create(body: CreatePaymentBody, orders: SquareOrders): Reply {
    const order = body.order_id ? orders.get(body.order_id) : undefined;
    if (body.order_id && !order) {
      return notFound("Order not found.", "order_id");
    }
    if (order && order.state !== "OPEN") {
      return badRequest("BAD_REQUEST", "The order is not open.", "order_id");
    }
    if (order && order.total_money.amount !== body.amount_money.amount) {
      return badRequest("BAD_REQUEST", "The amount differs from the order's.", "amount_money");
    }
    if (body.amount_money.currency !== this.#location.currency) {
      return badRequest("INVALID_VALUE", "The location takes another currency.", "currency");
    }
    if (!squareTestNonces.has(body.source_id)) {
      return notFound("Card nonce not found in this application environment.", "source_id");
    }

    if (this.usedNonces?.has(body.source_id)) {
      return badRequest("CARD_TOKEN_USED", "The card token has been used.", "source_id");
    }
    this.usedNonces?.add(body.source_id);

    const refusal = squareTestNonces.get(body.source_id);
    const payment = describePayment(body, refusal?.code);
    if (refusal?.category !== "INVALID_REQUEST_ERROR") {
      this.all.push(payment);
      this.#keys.set(body.idempotency_key, payment);
      this.charges.push({ paymentId: body.reference_id ?? "", charged: !refusal });
    }
    if (!refusal) {
      if (order) orders.complete(order, payment);
      return { status: 200, body: { payment } };
    }
    const { status, category, code } = refusal;
    return squareError(status, category, code, `Authorization error: '${code}'`);
  }

  list(query: URLSearchParams, listed: boolean): Reply {
    const unknown = [...query.keys()].find((name) => !LIST_PARAMETERS.has(name));
    if (unknown) {
      return badRequest("UNKNOWN_QUERY_PARAMETER", "The parameter is not recognized.", unknown);
    }
    const matching = this.all.filter(
      ({ location_id, total_money, created_at }) =>
        location_id === query.get("location_id") &&
        total_money.amount === Number(query.get("total")) &&
        String(created_at) >= String(query.get("begin_time")) &&
        String(created_at) < String(query.get("end_time")),
    );
    return readPage("payments", listed ? matching : [], query.get("cursor"));
  }

  get(id: string): Payment | undefined {
    return this.all.find((payment) => payment.id === id);
  }

  cancelByKey(text: string): Reply {
    const body = readSquareBody(cancelByKeyBody, text);
    if ("status" in body) return body as Reply;
    const payment = this.#keys.get(body.idempotency_key);
    // "If no payment is found, no action is taken and the endpoint returns successfully."
    return payment ? this.cancel(payment) : { status: 200, body: {} };
  }

  cancel(payment: Payment | undefined): Reply {
    if (!payment) return notFound("Payment not found.");
    if (payment.status !== "APPROVED" && payment.status !== "PENDING") {
      return badRequest("BAD_REQUEST", `The payment is ${payment.status}.`);
    }
    payment.status = "CANCELED";
    return { status: 200, body: { payment } };
  }
}
