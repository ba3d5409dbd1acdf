import type { Square, SquareClient } from "square";
import type { SentCharge } from "#lib/gateways/gateway.ts";

/** Clocks differ: a payment may seem older at Square than it is here. */
const CLOCK_MARGIN_MS = 10 * 60 * 1000;

/** How long after the last request for it a payment may still be created. */
const CREATION_MARGIN_MS = 10 * 60 * 1000;

type Times = Pick<SentCharge, "firstAskedAt"> & { askedAt?: Date };

type Wanted = Pick<SentCharge, "paymentId" | "amount"> & Times;

/**
 * The payment whose id at Square no answer told: Square cannot search by reference, but lists by total
 * and time. Throws where Square gives no answer.
 */
export async function findPayment(
  square: SquareClient,
  locationId: string,
  { paymentId, amount, ...times }: Wanted,
): Promise<Square.Payment | undefined> {
  const payments = await square.payments.list({
    locationId,
    total: BigInt(amount),
    ...creationTimes(times),
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
  { paymentId, ...times }: Pick<SentCharge, "paymentId"> & Times,
): Promise<Square.Order | undefined> {
  const { beginTime: startAt, endTime: endAt } = creationTimes(times);
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

function creationTimes({ firstAskedAt, askedAt = new Date() }: Times) {
  const beginTime = new Date(firstAskedAt.getTime() - CLOCK_MARGIN_MS).toISOString();
  const endTime = new Date(askedAt.getTime() + CREATION_MARGIN_MS).toISOString();
  return { beginTime, endTime };
}
