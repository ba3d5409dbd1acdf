import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { getEscrow } from "#lib/client/escrow.ts";
import { queryKeys } from "#lib/client/query-keys.ts";

const LOOK_AGAIN_MS = 30_000;

export function useEscrow() {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.escrow(environment),
    queryFn: ({ signal }) => getEscrow(environment, signal),
    refetchInterval: LOOK_AGAIN_MS,
  });
}
