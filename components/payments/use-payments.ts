import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { type Answer, api } from "#lib/browser/api.ts";
import { keepPreviousOf, keyOf } from "#lib/browser/query-client.ts";
import { type PaymentFilterTexts, paymentFilters } from "./payment-filters.ts";
import { isUndecidedStatus } from "./payment-status.tsx";

export type ListedPayment = Answer<"GET /api/console/payments">["payments"][number];
export type ShownPayment = Answer<"GET /api/console/payments/{paymentId}">;

const PAGE = 25;

type PaymentsPage = { filters: PaymentFilterTexts; cursor: string | undefined; enabled: boolean };

/** A page of the payments that match the filters, newest first. */
export function usePayments({ filters, cursor, enabled }: PaymentsPage) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/payments", environment, { filters, cursor }),
    queryFn: ({ signal }) => {
      const { query } = paymentFilters.read(filters, Date.now());
      const page = { ...query, cursor, limit: String(PAGE) };
      return api("GET /api/console/payments", { environment, query: page, signal });
    },
    placeholderData: keepPreviousOf(environment),
    enabled,
  });
}

const POLL_INTERVAL_MS = 5_000;

/** One payment; polled while its gateway may still decide, about it or about a refund of it. */
export function usePayment(paymentId: string) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/payments/{paymentId}", environment, { paymentId }),
    queryFn: ({ signal }) =>
      api("GET /api/console/payments/{paymentId}", { environment, params: { paymentId }, signal }),
    refetchInterval: ({ state }) => (isOpen(state.data) ? POLL_INTERVAL_MS : false),
  });
}

function isOpen(payment: ShownPayment | undefined): boolean {
  const refunds = payment?.refunds ?? [];
  return (
    isUndecidedStatus(payment?.status) ||
    refunds.some(({ refundStatus }) => refundStatus === "pending")
  );
}
