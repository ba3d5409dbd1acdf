import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";

export function useChangeEmail() {
  return useMutation({
    mutationFn: (email: string) => api("POST /api/console/email", { body: { email } }),
  });
}

export function useSendConfirmation() {
  return useMutation({ mutationFn: () => api("POST /api/console/email/confirmation") });
}

/** The address that the link in a letter confirms. */
export function useEmailOfLink(token: string) {
  return useQuery({
    queryKey: keyOf("POST /api/console/email/open", undefined, token),
    queryFn: ({ signal }) => api("POST /api/console/email/open", { body: { token }, signal }),
    enabled: token !== "",
    // Confirming uses it up, so it must not be fetched again meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useConfirmEmail() {
  return useMutation({
    mutationFn: (token: string) => api("POST /api/console/email/confirm", { body: { token } }),
    gcTime: 0,
  });
}
