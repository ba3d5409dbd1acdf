import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { changeRole, removeMember } from "#lib/client/members.ts";
import { queryKeys } from "#lib/client/query-keys.ts";
import type { MemberResource } from "#lib/contract/members.ts";
import type { Role } from "#lib/contract/role.ts";

/** Not shown before the service says so: whoever looks must be able to trust what stands here. */
export function useChangeRole(memberId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (role: Role) => changeRole(memberId, role),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.members }),
        // One's own role decides what the pages offer.
        client.invalidateQueries({ queryKey: queryKeys.session }),
      ]),
  });
}

type Removal = { member: Pick<MemberResource, "id" | "email">; isYou: boolean };

export function useRemoveMember({ member: { id, email }, isYou }: Removal) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => removeMember(id),
    onSuccess: () => {
      // The session ended with the membership: a new document, so that nothing shown stays in memory.
      if (isYou) return window.location.assign("/sign-in");
      // Said here: the row that asked is gone when the list is fresh.
      toast.success(`${email} is no longer a member`);
      return client.invalidateQueries({ queryKey: queryKeys.members });
    },
  });
}
