import { createIdAt, idTime } from "#lib/core/ids.ts";
import { createPaymentOperation } from "#lib/payments/contract.ts";
import { grantAccessOperation } from "#lib/receipts/contract-access.ts";
import { getEnvelopeOperation } from "#lib/receipts/contract-open.ts";
import type { PastOpening } from "#lib/receipts/write-past.ts";
import { recordRequest } from "#lib/request-log/record.ts";
import type { DrawnSale } from "./draw-sales.ts";
import type { HistoryTenant } from "./organizations.ts";

/** The calls that the sales came in, answered as they would have been. */
export function recordSaleRequests(
  merchant: HistoryTenant,
  drawn: readonly DrawnSale[],
  paymentIds: readonly string[],
): void {
  drawn.forEach(({ outcome, at, settledAt }, index) => {
    const isDeclined = outcome.kind === "declined";
    // A canceled one got no answer from its gateway.
    const isOpen = outcome.kind === "canceled";
    record(merchant, {
      operation: createPaymentOperation,
      at,
      status: isDeclined ? 402 : isOpen ? 503 : 201,
      errorCode: isDeclined ? "payment_declined" : isOpen ? "service_unavailable" : null,
      durationMs: isOpen ? 5_000 : settledAt.getTime() - at.getTime(),
      address: "198.51.100.7",
      paymentId: paymentIds[index] ?? null,
    });
  });
}

/** The calls of the cardholders' app for each opening. */
export function recordStepRequests(issuer: HistoryTenant, openings: readonly PastOpening[]): void {
  for (const { createdAt, usedAt, address, paymentId } of openings) {
    const call = { errorCode: null, address, paymentId };
    record(issuer, {
      ...call,
      operation: grantAccessOperation,
      at: createdAt,
      status: 201,
      durationMs: 14,
    });
    if (!usedAt) continue;
    record(issuer, {
      ...call,
      operation: getEnvelopeOperation,
      at: usedAt,
      status: 200,
      durationMs: 9,
    });
  }
}

type Entry = Omit<
  Parameters<typeof recordRequest>[0],
  "requestId" | "organizationId" | "method"
> & {
  at: Date;
};

type PastCall = Pick<
  Entry,
  "at" | "status" | "errorCode" | "durationMs" | "address" | "paymentId"
> & {
  operation: { method: string; path: string };
};

function record(
  { organizationId, environment, apiKeyId }: HistoryTenant,
  { operation: { method, path: route }, ...call }: PastCall,
): void {
  const requestId = createIdAt("request", call.at);
  const source = "api" as const;
  const who = { organizationId, environment, apiKeyId, memberId: null };
  recordRequest({ ...call, ...who, requestId, at: idTime(requestId), source, method, route });
}
