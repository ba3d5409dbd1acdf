import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { queryKeys } from "#lib/client/query-keys.ts";
import { listSigningKeys } from "#lib/client/signing-keys.ts";

export function useSigningKeys() {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.signingKeys(environment),
    queryFn: ({ signal }) => listSigningKeys(environment, signal),
  });
}
