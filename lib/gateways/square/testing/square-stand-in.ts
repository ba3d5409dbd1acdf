import {
  runStandIn,
  type ServedStandIn,
  serveStandIn,
} from "#lib/gateways/testing/serve-stand-in.ts";
import {
  createStandIn,
  type Failure,
  type ProviderBehavior,
  type ProviderEvent,
  type Reply,
  type StandIn,
  type StandInRequest,
} from "#lib/gateways/testing/stand-in.ts";
import { describeEvents } from "./square-events.ts";
import { type Dispute, notFound, type Payment, readPage, retrieve } from "./square-objects.ts";
import { type SquareLocation, SquareOrders } from "./square-orders.ts";
import { SquarePayments } from "./square-payments.ts";
import { SquareRefunds } from "./square-refunds.ts";
import {
  badRequest,
  createOrderBody,
  createPaymentBody,
  readSquareBody,
  refundBody,
  squareError,
} from "./square-schemas.ts";

export const SQUARE_TEST_TOKEN = "square-standin-token";
export const SQUARE_TEST_LOCATION = "L88917AVBK2S5";
export const SQUARE_TEST_MERCHANT = "MLSTANDIN";
/** ISO 18245: miscellaneous food stores. */
export const SQUARE_CATEGORY = "5499";
const VERSION = "2026-09-16";
/** Their requests carry an idempotency key of their own. */
const KEYED_PATHS: ReadonlySet<string> = new Set(["/v2/orders", "/v2/payments", "/v2/refunds"]);

type DisputeChange = Partial<Dispute> & { id: string };
type BusyAnswer = [status: number, category: string, code: string];

type SquareControls = {
  /** What meets a key that is in use: Square does not say what it answers then. */
  answerBusyWith(...answer: BusyAnswer): void;
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
  /** The cardholder objects to a payment, or an objection goes on. */
  setDispute(paymentId: string, change: DisputeChange): void;
  /** Takes back the end of the payment's last refund, unless more than the payment would be refunded. */
  reverseRefund(paymentId: string): void;
  /** Lets the refunds that are under way come to their end. */
  completeRefunds(): void;
  /** How much was given back for a payment. */
  refundedAmount(paymentId: string): number;
  /** The states of a payment's orders. */
  orderStates(paymentId: string): string[];
};

export type SquareStandIn = ServedStandIn & SquareControls;

/** The part of Square's API that takes orders and payments, as documented for `VERSION`. */
export function createSquareStandIn(): StandIn & SquareControls {
  const square = new SquareBehavior();
  const { payments } = square;
  const controls: SquareControls = {
    answerBusyWith(...answer) {
      square.busyAnswer = answer;
    },
    forgetKeys: () => square.remembered.clear(),
    setLocation: (change) => void Object.assign(square.location, change),
    setScopes(scopes) {
      square.scopes = scopes;
    },
    useNoncesOnce(once) {
      payments.usedNonces = once ? new Set() : undefined;
    },
    hideFromLists(hidden) {
      square.listed = !hidden;
    },
    setPayment(paymentId, change) {
      const payment = payments.find(paymentId);
      if (payment) Object.assign(payment, change);
    },
    setRefund(refundId, change) {
      const refund = square.refunds.all.find(({ reason }) => String(reason).endsWith(refundId));
      if (refund) Object.assign(refund, change);
    },
    setDispute(paymentId, change) {
      const payment = payments.find(paymentId);
      if (payment) square.setDispute(payment, change);
    },
    reverseRefund(paymentId) {
      const payment = payments.find(paymentId);
      if (payment) square.refunds.reverse(payment);
    },
    completeRefunds: () => square.refunds.complete(),
    refundedAmount(paymentId) {
      const payment = payments.find(paymentId);
      return payment ? square.refunds.sumOf(payment) : 0;
    },
    orderStates: (paymentId) => square.orders.statesOf(paymentId),
  };
  return Object.assign(createStandIn(square), controls);
}

/** The same on a port of 127.0.0.1. */
export async function startSquareStandIn(): Promise<SquareStandIn> {
  return await serveStandIn(createSquareStandIn());
}

class SquareBehavior implements ProviderBehavior {
  readonly busy = new Set<string>();
  busyAnswer: BusyAnswer = [409, "INVALID_REQUEST_ERROR", "CONFLICT"];
  readonly location: SquareLocation = {
    id: SQUARE_TEST_LOCATION,
    merchant_id: SQUARE_TEST_MERCHANT,
    status: "ACTIVE",
    capabilities: ["CREDIT_CARD_PROCESSING"],
    currency: "USD",
    mcc: SQUARE_CATEGORY,
  };
  readonly orders = new SquareOrders(this.location);
  readonly payments = new SquarePayments(this.location);
  readonly charges = this.payments.charges;
  refunds = new SquareRefunds();
  readonly disputes = new Map<string, Dispute>();
  scopes: string[] = [];
  listed = true;
  readonly remembered = new Map<string, { request: string; reply: Reply }>();

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
      /^\/v2\/(?:orders|payments|refunds|disputes)\/(\w[\w-]*)(?:\/cancel)?$/.exec(path) ?? [];
    switch (`${method} ${path}`) {
      case "POST /v2/orders":
        return this.once(createOrderBody, body, (order) => this.orders.create(order));
      case "POST /v2/orders/search":
        return this.orders.search(body, this.listed);
      case "POST /v2/payments":
        return this.once(createPaymentBody, body, (payment) =>
          this.payments.create(payment, this.orders),
        );
      case "POST /v2/payments/cancel":
        return this.payments.cancelByKey(body);
      case "GET /v2/payments":
        return this.payments.list(query, this.listed);
      case "POST /v2/refunds":
        return this.once(refundBody, body, (refund) =>
          this.refunds.create(this.payments.get(refund.payment_id), refund),
        );
      case "POST /oauth2/token/status":
        return { status: 200, body: { scopes: this.scopes, merchant_id: SQUARE_TEST_MERCHANT } };
      case `GET /v2/locations/${this.location.id}`:
        return { status: 200, body: { location: this.location } };
      case `GET /v2/orders/${id}`:
        return retrieve("order", this.orders.get(id));
      case `PUT /v2/orders/${id}`:
        return this.orders.update(id, body);
      case `GET /v2/payments/${id}`:
        return retrieve("payment", this.payments.get(id));
      case `POST /v2/payments/${id}/cancel`:
        return this.payments.cancel(this.payments.get(id));
      case `GET /v2/refunds/${id}`:
        return retrieve(
          "refund",
          this.refunds.all.find((refund) => refund.id === id),
        );
      case "GET /v2/disputes":
        return this.listDisputes(query);
      case `GET /v2/disputes/${id}`:
        return retrieve("dispute", this.disputes.get(id));
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
    this.orders.clear();
    this.payments.clear();
    this.refunds = new SquareRefunds();
    this.disputes.clear();
    this.remembered.clear();
    this.listed = true;
  }

  keyOf({ method, path, body }: StandInRequest): string | undefined {
    const isKeyed = method === "POST" && KEYED_PATHS.has(path);
    return isKeyed ? String(JSON.parse(body).idempotency_key) : undefined;
  }

  setDispute({ id: payment_id, total_money }: Payment, change: DisputeChange): void {
    const known = this.disputes.get(change.id) ?? {
      state: "EVIDENCE_REQUIRED",
      reason: "NOT_AS_DESCRIBED",
      amount_money: total_money,
      disputed_payment: { payment_id },
    };
    this.disputes.set(change.id, { ...known, ...change });
  }

  private listDisputes(query: URLSearchParams): Reply {
    const isHere = (query.get("location_id") ?? this.location.id) === this.location.id;
    const state = query.get("states");
    const found = [...this.disputes.values()].filter(
      (dispute) => isHere && (state === null || dispute.state === state),
    );
    return readPage("disputes", found, query.get("cursor"));
  }

  listEvents(): ProviderEvent[] {
    const { all: refunds, reversals } = this.refunds;
    return describeEvents({ payments: this.payments.all, refunds, reversals });
  }

  refundAtProvider(paymentId: string, amount: number): void {
    const payment = this.payments.find(paymentId);
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

    if (this.busy.has(body.idempotency_key)) {
      return squareError(...this.busyAnswer, "Another request with this key is under way.");
    }
    const earlier = this.remembered.get(body.idempotency_key);
    if (earlier && earlier.request !== text) {
      const detail = "The provided idempotency key has already been used.";
      return badRequest("IDEMPOTENCY_KEY_REUSED", detail, "idempotency_key");
    }
    const reply = earlier?.reply ?? create(body);
    this.remembered.set(body.idempotency_key, { request: text, reply });
    return reply;
  }
}

if (import.meta.main) void runStandIn(startSquareStandIn);
