import { useQuery } from "@tanstack/react-query";
import { getPayment } from "#lib/client/payments.ts";
import { queryKeys } from "#lib/client/query-keys.ts";
import type { Environment } from "#lib/contract/environment.ts";

/** A payment as the service keeps it: of where it was made, whatever the terminal has turned to. */
export function useKeptPayment(environment: Environment, paymentId: string) {
  return useQuery({
    queryKey: queryKeys.payment(environment, paymentId),
    queryFn: ({ signal }) => getPayment({ environment, paymentId }, signal),
  });
}
