import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "#lib/client/query-keys.ts";
import { getSignInOptions } from "#lib/client/sign-in.ts";

export function useSignInOptions() {
  return useQuery({
    queryKey: queryKeys.signInOptions,
    queryFn: ({ signal }) => getSignInOptions(signal),
  });
}
