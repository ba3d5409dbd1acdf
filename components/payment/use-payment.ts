import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { getPayment } from "#lib/client/payments.ts";
import { queryKeys } from "#lib/client/query-keys.ts";
import type { PaymentStatus } from "#lib/contract/payment-status.ts";

const LOOK_AGAIN_MS = 5_000;

/** One payment; looked at again and again as long as its gateway may still decide. */
export function usePayment(paymentId: string) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.payment(environment, paymentId),
    queryFn: ({ signal }) => getPayment({ environment, paymentId }, signal),
    refetchInterval: ({ state }) => (isUndecided(state.data?.status) ? LOOK_AGAIN_MS : false),
  });
}

function isUndecided(status: PaymentStatus | undefined): boolean {
  return status === "pending" || status === "requires_confirmation";
}
