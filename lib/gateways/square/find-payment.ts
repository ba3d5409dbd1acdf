import type { Square, SquareClient } from "square";
import { idTime } from "#lib/core/ids.ts";
import type { SentCharge } from "#lib/gateways/gateway.ts";

/** Clocks differ: a payment may seem older at Square than its id is here. */
const CLOCK_MARGIN_MS = 10 * 60 * 1000;

/** How long after the last request for it a payment may still be created. */
const CREATION_MARGIN_MS = 10 * 60 * 1000;

type Wanted = Pick<SentCharge, "paymentId" | "amount"> & { askedAt?: Date };

/**
 * The payment whose id at Square no answer told: Square cannot search by reference, but lists by total
 * and time. Throws where Square gives no answer.
 */
export async function findPayment(
  square: SquareClient,
  locationId: string,
  { paymentId, amount, askedAt }: Wanted,
): Promise<Square.Payment | undefined> {
  const payments = await square.payments.list({
    locationId,
    total: BigInt(amount),
    ...creationTimes(paymentId, askedAt),
    sortOrder: "ASC",
    limit: 100,
  });
  let unpaid: Square.Payment | undefined;
  for await (const payment of payments) {
    if (payment.referenceId !== paymentId) continue;
    if (payment.status !== "FAILED" && payment.status !== "CANCELED") return payment;
    // A key that Square has forgotten can have made another one since.
    unpaid ??= payment;
  }
  return unpaid;
}

/** The order that was made for the payment. Throws where Square gives no answer. */
export async function findOrder(
  square: SquareClient,
  locationId: string,
  { paymentId, askedAt }: Pick<SentCharge, "paymentId" | "askedAt">,
): Promise<Square.Order | undefined> {
  const { beginTime: startAt, endTime: endAt } = creationTimes(paymentId, askedAt);
  const query: Square.SearchOrdersQuery = {
    filter: { dateTimeFilter: { createdAt: { startAt, endAt } } },
    sort: { sortField: "CREATED_AT", sortOrder: "ASC" },
  };
  for (let cursor: string | undefined; ; ) {
    const page = await square.orders.search({
      locationIds: [locationId],
      query,
      limit: 500,
      ...(cursor ? { cursor } : {}),
    });
    const order = page.orders?.find(({ referenceId }) => referenceId === paymentId);
    if (order) return order;
    cursor = page.cursor;
    if (!cursor) return undefined;
  }
}

function creationTimes(paymentId: string, askedAt = new Date()) {
  const beginTime = new Date(idTime(paymentId).getTime() - CLOCK_MARGIN_MS).toISOString();
  const endTime = new Date(askedAt.getTime() + CREATION_MARGIN_MS).toISOString();
  return { beginTime, endTime };
}
