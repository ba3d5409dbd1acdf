import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { listPayments } from "#lib/client/payments.ts";
import { queryKeys } from "#lib/client/query-keys.ts";

const query = { limit: "6" };
const LOOK_AGAIN_MS = 10_000;

export function useLatestPayments() {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.payments(environment, query),
    queryFn: ({ signal }) => listPayments({ environment, query }, signal),
    refetchInterval: LOOK_AGAIN_MS,
  });
}
