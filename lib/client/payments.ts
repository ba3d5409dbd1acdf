import type { z } from "zod";
import type {
  ConsolePaymentDetails,
  getConsolePaymentOperation,
} from "#lib/contract/console-payment.ts";
import type {
  ConsolePaymentsPage,
  listPaymentsOperation,
  paymentsQuery,
} from "#lib/contract/console-payments.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { callApi } from "./call-api.ts";

export type PaymentsListQuery = z.input<typeof paymentsQuery>;

export function listPayments(
  { environment, query }: { environment: Environment; query: PaymentsListQuery },
  signal: AbortSignal,
): Promise<ConsolePaymentsPage> {
  const options = { environment, query, signal };
  return callApi<typeof listPaymentsOperation>("GET", "/api/console/payments", options);
}

export function getPayment(
  { environment, paymentId }: { environment: Environment; paymentId: string },
  signal: AbortSignal,
): Promise<ConsolePaymentDetails> {
  const path = "/api/console/payments/{paymentId}";
  const options = { environment, params: { paymentId }, signal };
  return callApi<typeof getConsolePaymentOperation>("GET", path, options);
}
