import { randomBytes } from "node:crypto";
import type { Reply } from "#lib/gateways/testing/stand-in.ts";
import { notFound, type Order, type Payment, readPage } from "./square-objects.ts";
import {
  badRequest,
  type CreateOrderBody,
  readSquareBody,
  searchOrdersBody,
  updateOrderBody,
} from "./square-schemas.ts";
import { totalOrder } from "./square-total.ts";

/** Where the seller takes payments. */
export type SquareLocation = {
  id: string;
  merchant_id: string;
  status: string;
  capabilities: string[];
  currency: string;
  mcc?: string;
};

/** The orders of a location. */
export class SquareOrders {
  readonly #orders = new Map<string, Order>();
  readonly #location: SquareLocation;

  constructor(location: SquareLocation) {
    this.#location = location;
  }

  get(id: string): Order | undefined {
    return this.#orders.get(id);
  }

  clear(): void {
    this.#orders.clear();
  }

  statesOf(paymentId: string): string[] {
    return [...this.#orders.values()]
      .filter(({ reference_id }) => reference_id === paymentId)
      .map(({ state }) => state);
  }

  create({ order }: CreateOrderBody): Reply {
    if (order.location_id !== this.#location.id) {
      return badRequest("INVALID_LOCATION", "The location is not one of yours.", "location_id");
    }
    const total = totalOrder(order);
    if (typeof total !== "number") return total;

    const currency = order.line_items[0]?.base_price_money.currency ?? this.#location.currency;
    if (currency !== this.#location.currency) {
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
    this.#orders.set(created.id, created);
    return { status: 200, body: { order: structuredClone(created) } };
  }

  update(id: string, text: string): Reply {
    const body = readSquareBody(updateOrderBody, text);
    if ("status" in body) return body as Reply;

    const order = this.#orders.get(id);
    if (!order) return notFound("Order not found.");
    if (order.version !== body.order.version) {
      return badRequest("VERSION_MISMATCH", "The order has a newer version.", "order.version");
    }
    if (order.state !== "OPEN") return badRequest("BAD_REQUEST", "The order is not open.");
    order.state = body.order.state;
    order.version += 1;
    return { status: 200, body: { order } };
  }

  search(text: string, listed: boolean): Reply {
    const body = readSquareBody(searchOrdersBody, text);
    if ("status" in body) return body as Reply;

    const { start_at, end_at } = body.query.filter.date_time_filter.created_at;
    const matching = [...this.#orders.values()].filter(
      ({ location_id, created_at }) =>
        body.location_ids.includes(location_id) &&
        Date.parse(created_at) >= Date.parse(start_at) &&
        Date.parse(created_at) <= Date.parse(end_at),
    );
    return readPage("orders", listed ? matching : [], body.cursor);
  }

  complete(order: Order, payment: Payment): void {
    order.state = "COMPLETED";
    order.version += 1;
    order.tenders = [{ id: payment.id, type: "CARD", payment_id: payment.id }];
  }
}
