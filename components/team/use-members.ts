import { useQuery } from "@tanstack/react-query";
import { listMembers } from "#lib/client/members.ts";
import { queryKeys } from "#lib/client/query-keys.ts";

export function useMembers() {
  return useQuery({
    queryKey: queryKeys.members,
    queryFn: ({ signal }) => listMembers(signal),
  });
}
