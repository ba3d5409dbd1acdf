import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { createInvitation, withdrawInvitation } from "#lib/client/invitations.ts";
import { queryKeys } from "#lib/client/query-keys.ts";
import type { InvitationRequest, InvitationResource } from "#lib/contract/invitations.ts";

/** Invites somebody; an earlier link to the same address stops working. */
export function useInvite() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (request: InvitationRequest) => createInvitation(request),
    onSuccess,
    // The link opens a door: it is not kept once the dialog is closed.
    gcTime: 0,
  });
}

export function useWithdrawInvitation({ id, email }: Pick<InvitationResource, "id" | "email">) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => withdrawInvitation(id),
    // Said here: the row that asked is gone when the list is fresh.
    onSuccess: () => {
      toast.success(`The invitation of ${email} is withdrawn`);
      return refresh();
    },
  });
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.invitations });
}
