import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { listSetupSteps } from "#lib/client/overview.ts";
import { queryKeys } from "#lib/client/query-keys.ts";

const LOOK_AGAIN_MS = 5_000;

/** The steps of an integration; looked at again until all are done, since they are done elsewhere. */
export function useSetupSteps() {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.setup(environment),
    queryFn: ({ signal }) => listSetupSteps(environment, signal),
    refetchInterval: ({ state }) => (state.data?.every(({ done }) => done) ? false : LOOK_AGAIN_MS),
  });
}
