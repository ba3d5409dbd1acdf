import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { type Answer, api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import { isUndecidedStatus } from "./payment-status.tsx";

export type ShownPayment = Answer<"GET /api/console/payments/{paymentId}">;

/** How often a page of payments polls for changes. */
export const POLL_INTERVAL_MS = 5_000;

/** One payment; polled while its gateway may still decide about it or a refund of it. */
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
