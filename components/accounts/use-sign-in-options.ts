import { useQuery } from "@tanstack/react-query";
import { getSignInOptions } from "#lib/browser/endpoints/sign-in-options.ts";
import { queryKeys } from "#lib/browser/query-keys.ts";

export function useSignInOptions() {
  return useQuery({
    queryKey: queryKeys.signInOptions,
    queryFn: ({ signal }) => getSignInOptions(signal),
  });
}
