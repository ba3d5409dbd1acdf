import { useQuery } from "@tanstack/react-query";
import { api } from "#lib/browser/api.ts";
import { queryKeys } from "#lib/browser/query-keys.ts";

export function useSignInOptions() {
  return useQuery({
    queryKey: queryKeys.signInOptions,
    queryFn: ({ signal }) => api("GET /api/console/sign-in-options", { signal }),
  });
}
