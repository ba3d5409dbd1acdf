import { useMutation, useQuery } from "@tanstack/react-query";
import { acceptInvitation, openInvitation } from "#lib/client/invitations.ts";
import { queryKeys } from "#lib/client/query-keys.ts";
import { signIn } from "#lib/client/sign-in.ts";
import { enter } from "./enter.ts";

export function useInvitation(token: string) {
  return useQuery({
    queryKey: queryKeys.invitation(token),
    queryFn: ({ signal }) => openInvitation(token, signal),
    // Being accepted, it is used up: it must not be looked at again meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useAcceptInvitation(token: string, email: string) {
  return useMutation({
    mutationFn: async (password: string) => {
      await acceptInvitation({ token, password });
      await enter(await signIn({ email, password }));
    },
  });
}
