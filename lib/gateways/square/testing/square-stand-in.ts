import { randomBytes } from "node:crypto";
import {
  type ChargeRecord,
  type ProviderBehavior,
  type Reply,
  type StandIn,
  type StandInRequest,
  serveStandIn,
  startStandIn,
} from "#lib/gateways/testing/stand-in.ts";
import { squareTestNonces } from "./square-cards.ts";
import {
  badRequest,
  type CreateOrderBody,
  type CreatePaymentBody,
  createOrderBody,
  createPaymentBody,
  readSquareBody,
  squareError,
} from "./square-schemas.ts";
import { totalOrder } from "./square-total.ts";

export const SQUARE_TEST_TOKEN = "square-standin-token";
export const SQUARE_TEST_LOCATION = "L88917AVBK2S5";
export const SQUARE_TEST_MERCHANT = "MLSTANDIN";
const VERSION = "2026-09-16";

type Order = { id: string; location_id: string; total_money: Money; state: string };
type Money = { amount: number; currency: string };
type Payment = Record<string, unknown> & { reference_id: string | undefined; total_money: Money };

export type SquareStandIn = StandIn & {
  /** Square does not say when it does. */
  forgetKeys(): void;
  setLocation(change: { status?: string; capabilities?: string[] }): void;
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
  });
}

class SquareBehavior implements ProviderBehavior {
  readonly charges: ChargeRecord[] = [];
  readonly orders = new Map<string, Order>();
  readonly payments: Payment[] = [];
  readonly remembered = new Map<string, { request: string; reply: Reply }>();
  readonly location = {
    id: SQUARE_TEST_LOCATION,
    merchant_id: SQUARE_TEST_MERCHANT,
    status: "ACTIVE",
    capabilities: ["CREDIT_CARD_PROCESSING"],
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
    if (method === "POST" && headers["content-type"] !== "application/json") {
      return badRequest("INVALID_CONTENT_TYPE", "The content type is not application/json.");
    }

    switch (`${method} ${path}`) {
      case "POST /v2/orders":
        return this.once(createOrderBody, body, (order) => this.createOrder(order));
      case "POST /v2/payments":
        return this.once(createPaymentBody, body, (payment) => this.createPayment(payment));
      case "GET /v2/payments":
        return this.listPayments(query);
      case `GET /v2/locations/${this.location.id}`:
        return { status: 200, body: { location: this.location } };
      default:
        return squareError(404, "INVALID_REQUEST_ERROR", "NOT_FOUND", "Resource not found.");
    }
  }

  fail(how: "error" | "lost" | "rate_limited"): Reply {
    return how === "rate_limited"
      ? squareError(429, "RATE_LIMIT_ERROR", "RATE_LIMITED", "Too many requests.")
      : squareError(500, "API_ERROR", "INTERNAL_SERVER_ERROR", "An internal error has occurred.");
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

    const currency = order.line_items[0]?.base_price_money.currency ?? "USD";
    const created = {
      ...order,
      id: randomBytes(14).toString("hex"),
      state: "OPEN",
      total_money: { amount: total, currency },
    };
    this.orders.set(created.id, created);
    return { status: 200, body: { order: structuredClone(created) } };
  }

  private createPayment(body: CreatePaymentBody): Reply {
    const order = body.order_id ? this.orders.get(body.order_id) : undefined;
    if (body.order_id && !order) {
      return squareError(404, "INVALID_REQUEST_ERROR", "NOT_FOUND", "Order not found.", "order_id");
    }
    if (order && order.state !== "OPEN") {
      return badRequest("BAD_REQUEST", "The order is already paid.", "order_id");
    }
    if (order && order.total_money.amount !== body.amount_money.amount) {
      return badRequest("BAD_REQUEST", "The amount differs from the order's.", "amount_money");
    }
    if (!squareTestNonces.has(body.source_id)) {
      const detail = "Card nonce not found in this application environment.";
      return squareError(404, "INVALID_REQUEST_ERROR", "NOT_FOUND", detail, "source_id");
    }

    const refusal = squareTestNonces.get(body.source_id);
    const payment = describePayment(body, refusal?.code);
    if (refusal?.category !== "INVALID_REQUEST_ERROR") {
      this.payments.push(payment);
      this.charges.push({ paymentId: body.reference_id ?? "", charged: !refusal });
    }
    if (!refusal) {
      if (order) order.state = "COMPLETED";
      return { status: 200, body: { payment } };
    }
    const { status, category, code } = refusal;
    return squareError(status, category, code, `Authorization error: '${code}'`);
  }

  private listPayments(query: URLSearchParams): Reply {
    const matching = this.payments.filter(
      ({ location_id, total_money, created_at }) =>
        location_id === query.get("location_id") &&
        total_money.amount === Number(query.get("total")) &&
        String(created_at) >= String(query.get("begin_time")),
    );
    // A page at a time, however few there are: a caller has to follow the cursor.
    const start = Number(query.get("cursor") ?? 0);
    const next = start + 1 < matching.length ? { cursor: String(start + 1) } : {};
    return { status: 200, body: { payments: matching.slice(start, start + 1), ...next } };
  }
}

function describePayment(body: CreatePaymentBody, failure: string | undefined): Payment {
  const errors = [{ category: "PAYMENT_METHOD_ERROR", code: failure }];
  return {
    id: randomBytes(16).toString("base64url"),
    created_at: new Date().toISOString(),
    amount_money: body.amount_money,
    total_money: body.amount_money,
    status: failure ? "FAILED" : "COMPLETED",
    source_type: "CARD",
    card_details: { status: failure ? "FAILED" : "CAPTURED", ...(failure ? { errors } : {}) },
    location_id: body.location_id,
    order_id: body.order_id,
    reference_id: body.reference_id,
  };
}

if (import.meta.main) void serveStandIn(startSquareStandIn);
