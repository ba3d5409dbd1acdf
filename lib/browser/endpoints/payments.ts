import type { z } from "zod";
import { callApi } from "#lib/browser/api.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import type {
  ConsolePaymentDetailsJson,
  ConsolePaymentsPageJson,
  getConsolePaymentOperation,
  listPaymentsOperation,
  paymentsQuery,
} from "#lib/payments/contract-console.ts";

export type PaymentsListQuery = z.input<typeof paymentsQuery>;

export function listPayments(
  { environment, query }: { environment: Environment; query: PaymentsListQuery },
  signal: AbortSignal,
): Promise<ConsolePaymentsPageJson> {
  const options = { environment, query, signal };
  return callApi<typeof listPaymentsOperation>("GET", "/api/console/payments", options);
}

export function getPayment(
  { environment, paymentId }: { environment: Environment; paymentId: string },
  signal: AbortSignal,
): Promise<ConsolePaymentDetailsJson> {
  const path = "/api/console/payments/{paymentId}";
  const options = { environment, params: { paymentId }, signal };
  return callApi<typeof getConsolePaymentOperation>("GET", path, options);
}
