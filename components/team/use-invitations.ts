import { useQuery } from "@tanstack/react-query";
import { listInvitations } from "#lib/client/invitations.ts";
import { queryKeys } from "#lib/client/query-keys.ts";

export function useInvitations() {
  return useQuery({
    queryKey: queryKeys.invitations,
    queryFn: ({ signal }) => listInvitations(signal),
  });
}
