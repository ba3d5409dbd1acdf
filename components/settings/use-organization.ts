import { useQuery } from "@tanstack/react-query";
import { getOrganization } from "#lib/client/organization.ts";
import { queryKeys } from "#lib/client/query-keys.ts";

export function useOrganization() {
  return useQuery({
    queryKey: queryKeys.organization,
    queryFn: ({ signal }) => getOrganization(signal),
  });
}
