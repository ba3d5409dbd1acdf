import { randomBytes } from "node:crypto";
import {
  type ChargeRecord,
  type Failure,
  type ProviderBehavior,
  type ProviderEvent,
  type Reply,
  type StandIn,
  type StandInRequest,
  serveStandIn,
  startStandIn,
} from "#lib/gateways/testing/stand-in.ts";
import { squareTestNonces } from "./square-cards.ts";
import { describeEvents } from "./square-events.ts";
import { describePayment, notFound, type Order, type Payment, retrieve } from "./square-objects.ts";
import { SquareRefunds } from "./square-refunds.ts";
import {
  badRequest,
  type CreateOrderBody,
  type CreatePaymentBody,
  cancelByKeyBody,
  createOrderBody,
  createPaymentBody,
  readSquareBody,
  refundBody,
  searchOrdersBody,
  squareError,
  updateOrderBody,
} from "./square-schemas.ts";
import { totalOrder } from "./square-total.ts";

export const SQUARE_TEST_TOKEN = "square-standin-token";
export const SQUARE_TEST_LOCATION = "L88917AVBK2S5";
export const SQUARE_TEST_MERCHANT = "MLSTANDIN";
const VERSION = "2026-09-16";
const LIST_PARAMETERS = new Set(
  "begin_time end_time sort_order cursor location_id total last_4 card_brand limit".split(" "),
);

export type SquareStandIn = StandIn & {
  /** Square does not say when it does. */
  forgetKeys(): void;
  setLocation(change: { status?: string; capabilities?: string[]; currency?: string }): void;
  /** What the access token may do; an application's own token lists nothing. */
  setScopes(scopes: string[]): void;
  /** Outside of Square's sandbox a payment token pays once. */
  useNoncesOnce(once: boolean): void;
  /** What lists and searches do not show yet: they lag behind by several seconds. */
  hideFromLists(hidden: boolean): void;
  /** Changes a payment as time would. */
  setPayment(paymentId: string, change: Record<string, unknown>): void;
  /** Changes a refund, found by the end of its reason, as time would. */
  setRefund(refundId: string, change: Record<string, unknown>): void;
  /** Takes back the end of the payment's last refund, unless more than the payment would be refunded. */
  reverseRefund(paymentId: string): void;
  /** Lets the refunds that are under way come to their end. */
  completeRefunds(): void;
  /** How much was given back for a payment. */
  refundedAmount(paymentId: string): number;
  /** The states of a payment's orders. */
  orderStates(paymentId: string): string[];
};

/** The part of Square's API that takes orders and payments, as documented for `VERSION`. */
export async function startSquareStandIn(): Promise<SquareStandIn> {
  const square = new SquareBehavior();
  const standIn = await startStandIn(square);
  return Object.assign(standIn, {
    forgetKeys: () => square.remembered.clear(),
    setLocation: (change: object) => {
      Object.assign(square.location, change);
    },
    setScopes: (scopes: string[]) => {
      square.scopes = scopes;
    },
    useNoncesOnce: (once: boolean) => {
      square.usedNonces = once ? new Set() : undefined;
    },
    hideFromLists: (hidden: boolean) => {
      square.listed = !hidden;
    },
    setPayment: (paymentId: string, change: Record<string, unknown>) => {
      const payment = square.payments.find(({ reference_id }) => reference_id === paymentId);
      if (payment) Object.assign(payment, change);
    },
    setRefund: (refundId: string, change: Record<string, unknown>) => {
      const refund = square.refunds.all.find(({ reason }) => String(reason).endsWith(refundId));
      if (refund) Object.assign(refund, change);
    },
    reverseRefund: (paymentId: string) => {
      const payment = square.payments.find(({ reference_id }) => reference_id === paymentId);
      if (payment) square.refunds.reverse(payment);
    },
    completeRefunds: () => square.refunds.complete(),
    refundedAmount: (paymentId: string) => {
      const payment = square.payments.find(({ reference_id }) => reference_id === paymentId);
      return payment ? square.refunds.sumOf(payment) : 0;
    },
    orderStates: (paymentId: string) =>
      [...square.orders.values()]
        .filter(({ reference_id }) => reference_id === paymentId)
        .map(({ state }) => state),
  });
}

class SquareBehavior implements ProviderBehavior {
  readonly charges: ChargeRecord[] = [];
  readonly orders = new Map<string, Order>();
  readonly payments: Payment[] = [];
  refunds = new SquareRefunds();
  /** By idempotency key. */
  readonly keys = new Map<string, Payment>();
  scopes: string[] = [];
  usedNonces: Set<string> | undefined;
  listed = true;
  readonly remembered = new Map<string, { request: string; reply: Reply }>();
  readonly location = {
    id: SQUARE_TEST_LOCATION,
    merchant_id: SQUARE_TEST_MERCHANT,
    status: "ACTIVE",
    capabilities: ["CREDIT_CARD_PROCESSING"],
    currency: "USD",
  };

  handle(request: StandInRequest): Reply {
    const { method, path, query, headers, body } = request;
    if (headers.authorization !== `Bearer ${SQUARE_TEST_TOKEN}`) {
      const detail = "This request could not be authorized.";
      return squareError(401, "AUTHENTICATION_ERROR", "UNAUTHORIZED", detail);
    }
    if (headers["square-version"] !== VERSION) {
      return badRequest("INVALID_SQUARE_VERSION_FORMAT", "The Square-Version is not supported.");
    }
    if (method === "POST" && body && headers["content-type"] !== "application/json") {
      return badRequest("INVALID_CONTENT_TYPE", "The content type is not application/json.");
    }

    const [, id = ""] =
      /^\/v2\/(?:orders|payments|refunds)\/(\w[\w-]*)(?:\/cancel)?$/.exec(path) ?? [];
    switch (`${method} ${path}`) {
      case "POST /v2/orders":
        return this.once(createOrderBody, body, (order) => this.createOrder(order));
      case "POST /v2/orders/search":
        return this.searchOrders(body);
      case "POST /v2/payments":
        return this.once(createPaymentBody, body, (payment) => this.createPayment(payment));
      case "POST /v2/payments/cancel":
        return this.cancelByKey(body);
      case "GET /v2/payments":
        return this.listPayments(query);
      case "POST /v2/refunds":
        return this.once(refundBody, body, (refund) =>
          this.refunds.create(this.findPayment(refund.payment_id), refund),
        );
      case "POST /oauth2/token/status":
        return { status: 200, body: { scopes: this.scopes, merchant_id: SQUARE_TEST_MERCHANT } };
      case `GET /v2/locations/${this.location.id}`:
        return { status: 200, body: { location: this.location } };
      case `GET /v2/orders/${id}`:
        return retrieve("order", this.orders.get(id));
      case `PUT /v2/orders/${id}`:
        return this.updateOrder(id, body);
      case `GET /v2/payments/${id}`:
        return retrieve("payment", this.findPayment(id));
      case `POST /v2/payments/${id}/cancel`:
        return this.cancelPayment(this.findPayment(id));
      case `GET /v2/refunds/${id}`:
        return retrieve(
          "refund",
          this.refunds.all.find((refund) => refund.id === id),
        );
      default:
        return notFound("Resource not found.");
    }
  }

  fail(how: Failure): Reply {
    return how === "rate_limited"
      ? squareError(429, "RATE_LIMIT_ERROR", "RATE_LIMITED", "Too many requests.")
      : squareError(500, "API_ERROR", "INTERNAL_SERVER_ERROR", "An internal error has occurred.");
  }

  reset(): void {
    this.charges.length = 0;
    this.orders.clear();
    this.payments.length = 0;
    this.refunds = new SquareRefunds();
    this.keys.clear();
    this.remembered.clear();
    this.listed = true;
  }

  listEvents(): ProviderEvent[] {
    const { all: refunds, reversals } = this.refunds;
    return describeEvents({ payments: this.payments, refunds, reversals });
  }

  refundAtProvider(paymentId: string, amount: number): void {
    const payment = this.payments.find(({ reference_id }) => reference_id === paymentId);
    if (!payment) return;
    const amount_money = { ...payment.total_money, amount };
    this.refunds.create(payment, { amount_money, reason: "Returned goods" });
  }

  private once<Body extends { idempotency_key: string }>(
    schema: Parameters<typeof readSquareBody<Body>>[0],
    text: string,
    create: (body: Body) => Reply,
  ): Reply {
    const body = readSquareBody(schema, text);
    if ("status" in body) return body as Reply;

    const earlier = this.remembered.get(body.idempotency_key);
    if (earlier && earlier.request !== text) {
      const detail = "The provided idempotency key has already been used.";
      return badRequest("IDEMPOTENCY_KEY_REUSED", detail, "idempotency_key");
    }
    const reply = earlier?.reply ?? create(body);
    this.remembered.set(body.idempotency_key, { request: text, reply });
    return reply;
  }

  private createOrder({ order }: CreateOrderBody): Reply {
    if (order.location_id !== this.location.id) {
      return badRequest("INVALID_LOCATION", "The location is not one of yours.", "location_id");
    }
    const total = totalOrder(order);
    if (typeof total !== "number") return total;

    const currency = order.line_items[0]?.base_price_money.currency ?? this.location.currency;
    if (currency !== this.location.currency) {
      return badRequest("INVALID_VALUE", "The location takes another currency.");
    }
    const created = {
      ...order,
      id: randomBytes(14).toString("hex"),
      created_at: new Date().toISOString(),
      state: "OPEN",
      version: 1,
      total_money: { amount: total, currency },
    };
    this.orders.set(created.id, created);
    return { status: 200, body: { order: structuredClone(created) } };
  }

  private updateOrder(id: string, text: string): Reply {
    const body = readSquareBody(updateOrderBody, text);
    if ("status" in body) return body as Reply;

    const order = this.orders.get(id);
    if (!order) return notFound("Order not found.");
    if (order.version !== body.order.version) {
      return badRequest("VERSION_MISMATCH", "The order has a newer version.", "order.version");
    }
    if (order.state !== "OPEN") return badRequest("BAD_REQUEST", "The order is not open.");
    order.state = body.order.state;
    order.version += 1;
    return { status: 200, body: { order } };
  }

  private searchOrders(text: string): Reply {
    const body = readSquareBody(searchOrdersBody, text);
    if ("status" in body) return body as Reply;

    const { start_at, end_at } = body.query.filter.date_time_filter.created_at;
    const matching = [...this.orders.values()].filter(
      ({ location_id, created_at }) =>
        body.location_ids.includes(location_id) &&
        Date.parse(created_at) >= Date.parse(start_at) &&
        Date.parse(created_at) <= Date.parse(end_at),
    );
    return this.page("orders", matching, body.cursor);
  }

  private createPayment(body: CreatePaymentBody): Reply {
    const order = body.order_id ? this.orders.get(body.order_id) : undefined;
    if (body.order_id && !order) {
      return notFound("Order not found.", "order_id");
    }
    if (order && order.state !== "OPEN") {
      return badRequest("BAD_REQUEST", "The order is not open.", "order_id");
    }
    if (order && order.total_money.amount !== body.amount_money.amount) {
      return badRequest("BAD_REQUEST", "The amount differs from the order's.", "amount_money");
    }
    if (body.amount_money.currency !== this.location.currency) {
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
      this.payments.push(payment);
      this.keys.set(body.idempotency_key, payment);
      this.charges.push({ paymentId: body.reference_id ?? "", charged: !refusal });
    }
    if (!refusal) {
      if (order) {
        order.state = "COMPLETED";
        order.version += 1;
        order.tenders = [{ id: payment.id, type: "CARD", payment_id: payment.id }];
      }
      return { status: 200, body: { payment } };
    }
    const { status, category, code } = refusal;
    return squareError(status, category, code, `Authorization error: '${code}'`);
  }

  private listPayments(query: URLSearchParams): Reply {
    const unknown = [...query.keys()].find((name) => !LIST_PARAMETERS.has(name));
    if (unknown) {
      return badRequest("UNKNOWN_QUERY_PARAMETER", "The parameter is not recognized.", unknown);
    }
    const matching = this.payments.filter(
      ({ location_id, total_money, created_at }) =>
        location_id === query.get("location_id") &&
        total_money.amount === Number(query.get("total")) &&
        String(created_at) >= String(query.get("begin_time")) &&
        String(created_at) < String(query.get("end_time")),
    );
    return this.page("payments", matching, query.get("cursor"));
  }

  /** One at a time, however few there are: a caller has to follow the cursor. */
  private page(name: string, found: unknown[], cursor: string | null | undefined): Reply {
    const all = this.listed ? found : [];
    const start = Number(cursor ?? 0);
    const next = start + 1 < all.length ? { cursor: String(start + 1) } : {};
    return { status: 200, body: { [name]: all.slice(start, start + 1), ...next } };
  }

  private findPayment(id: string): Payment | undefined {
    return this.payments.find((payment) => payment.id === id);
  }

  private cancelByKey(text: string): Reply {
    const body = readSquareBody(cancelByKeyBody, text);
    if ("status" in body) return body as Reply;
    const payment = this.keys.get(body.idempotency_key);
    // "If no payment is found, no action is taken and the endpoint returns successfully."
    return payment ? this.cancelPayment(payment) : { status: 200, body: {} };
  }

  private cancelPayment(payment: Payment | undefined): Reply {
    if (!payment) return notFound("Payment not found.");
    if (payment.status !== "APPROVED" && payment.status !== "PENDING") {
      return badRequest("BAD_REQUEST", `The payment is ${payment.status}.`);
    }
    payment.status = "CANCELED";
    return { status: 200, body: { payment } };
  }
}

if (import.meta.main) void serveStandIn(startSquareStandIn);
