import { z } from "zod";
import type { EventType } from "#lib/core/vocabulary.ts";
import { eventId } from "#lib/events/event-id.ts";
import type { NewEvent, OutboxRow } from "#lib/events/publish.ts";
import { describePayment, describeRefund } from "#lib/payments/describe.ts";
import { findPaymentsById, type Payment } from "#lib/payments/find-by-id.ts";
import type { ReceiptSummary } from "#lib/receipts/contract.ts";
import { describeSealing } from "#lib/receipts/sealing-place.ts";
import { findIssuers } from "#lib/recipients/get-cardholder.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { eventData } from "./contract-events.ts";

/** What the rows are about, as far as it is still there. */
type Known = {
  payments: Map<string, Payment>;
  /** The organization of each cardholder. */
  issuers: Map<string, string>;
};

/**
 * The events of the outbox's rows, in their order: what the lists answered at that moment. None for what is gone by now,
 * such as the receipt of an erased cardholder. Rejects rows that it cannot describe, such as those of newer code.
 */
export async function describeEvents(
  rows: readonly OutboxRow[],
  transaction: Transaction,
  reject: (row: OutboxRow, err: unknown) => void,
): Promise<NewEvent[]> {
  const [payments, issuers] = await Promise.all([
    findPaymentsById(transaction, distinct(rows, "paymentId")),
    findIssuers(transaction, distinct(rows, "cardholderId")),
  ]);
  return rows.flatMap((row) =>
    row.types.flatMap((type) => {
      try {
        return describeOne(type, row, { payments, issuers });
      } catch (err) {
        reject(row, err);
        return [];
      }
    }),
  );
}

function distinct(rows: readonly OutboxRow[], name: "paymentId" | "cardholderId"): string[] {
  return [...new Set(rows.flatMap((row) => row[name] ?? []))];
}

function describeOne(type: EventType, row: OutboxRow, known: Known): NewEvent | [] {
  if (!Object.hasOwn(eventData, type)) throw new Error("this code does not know the type");
  return row.paymentId === null
    ? describeUserEvent(type, row, known)
    : describePaymentEvent(type, row, known);
}

function describeUserEvent(type: EventType, row: OutboxRow, { issuers }: Known): NewEvent | [] {
  const { organizationId, cardholderId, data } = row;
  if (organizationId === null || data === null) throw new Error("the row of a user has its data");
  if (cardholderId !== null && !issuers.has(cardholderId)) return [];
  const thing = { thingId: String(data.userId), organizationId, cardholderId };
  return toEvent(type, row, { ...thing, subject: thing.thingId, data, matchData: null });
}

function describePaymentEvent(type: EventType, row: OutboxRow, known: Known): NewEvent | [] {
  const payment = known.payments.get(row.paymentId ?? "");
  if (!payment) return [];
  const merchant = payment.organizationId;
  const issuer = known.issuers.get(row.cardholderId ?? "");
  const subject = payment.refundOf ?? payment.id;
  const thing = { thingId: payment.id, subject, organizationId: merchant, cardholderId: null };
  if (row.data !== null) return toEvent(type, row, { ...thing, data: row.data, matchData: null });

  const isErased = row.cardholderId !== null && issuer === undefined;
  const state = asOf(payment, isErased ? { ...row, keyId: null } : row);
  const { matchData } = row;
  const cardholderId = issuer === undefined ? null : row.cardholderId;
  const [of] = type.split(".");
  if (of === "refund") {
    const data = describeRefund(state, row.refundedAmount ?? 0, row.at);
    return toEvent(type, row, { ...thing, data: encode(type, data), matchData });
  }
  if (of === "payment") {
    const data = encode(type, describePayment(state, row.at));
    return toEvent(type, row, { ...thing, cardholderId, data, matchData });
  }
  if (issuer === undefined || cardholderId === null) return [];
  const data = { ...summarize(state, row), userId: cardholderId };
  const ofIssuer = { ...thing, organizationId: issuer, cardholderId };
  return toEvent(type, row, { ...ofIssuer, data: encode(type, data), matchData });
}

/** The payment as the event found it; what is known for matching is encrypted beside the event. */
function asOf(payment: Payment, row: OutboxRow): Payment {
  const { status, receiptStatus } = row;
  if (status === null || receiptStatus === null)
    throw new Error("the row of a payment has its state");
  const { declineCode, orderId, providerReference, cardholderId, keyId } = row;
  const { ephemeralKey, deliveredBy } = row;
  return {
    ...payment,
    ...{ status, receiptStatus, declineCode, orderId, providerReference, cardholderId, keyId },
    ...{ ephemeralKey, deliveredBy, matchData: null },
    // That of its sale belongs to a refund alone, not to its receipt.
    refundedAmount: payment.refundOf === null ? (row.refundedAmount ?? 0) : 0,
  };
}

function summarize(payment: Payment, { otherKeyIds, deliveredAt }: OutboxRow): ReceiptSummary {
  const { id: paymentId, keyId, refundOf, deliveredBy, createdAt } = payment;
  return {
    ...payment,
    paymentId,
    kind: refundOf === null ? "sale" : "refund",
    paymentStatus: payment.status,
    keyIds: keyId === null ? [] : [keyId, ...otherKeyIds],
    deliveredBy: deliveredBy ?? "card",
    ...describeSealing(payment),
    // Receipts of code from before have no time of their own.
    deliveredAt: deliveredAt ?? createdAt,
    match: null,
  };
}

/** As JSON, and nothing that the schema does not name. */
function encode(type: EventType, data: object): Record<string, unknown> {
  return z.encode(eventData[type] as z.ZodType<object, Record<string, unknown>>, data);
}

type Thing = Pick<
  NewEvent,
  "organizationId" | "subject" | "cardholderId" | "data" | "matchData"
> & {
  thingId: string;
};

function toEvent(type: EventType, row: OutboxRow, { thingId, ...thing }: Thing): NewEvent {
  const { environment, at: createdAt, occurrence } = row;
  return { ...thing, environment, type, createdAt, id: eventId({ thingId, type, occurrence }) };
}
