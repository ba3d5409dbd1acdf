import { useQuery } from "@tanstack/react-query";
import { api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";

export function useSignInOptions() {
  return useQuery({
    queryKey: keyOf("GET /api/console/sign-in-options"),
    queryFn: ({ signal }) => api("GET /api/console/sign-in-options", { signal }),
  });
}
