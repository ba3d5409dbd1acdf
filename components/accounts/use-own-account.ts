import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import type { PasswordChange } from "#lib/accounts/contract.ts";
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endAllSessions,
  removeSecondFactor,
} from "#lib/browser/endpoints/own-account.ts";
import { queryKeys } from "#lib/browser/query-keys.ts";

export function useChangePassword() {
  return useMutation({
    mutationFn: (change: PasswordChange) => changePassword(change),
    // What was typed does not stay in memory.
    gcTime: 0,
  });
}

export function useBeginSecondFactor() {
  return useMutation({ mutationFn: beginSecondFactor, gcTime: 0 });
}

/** The session is looked at anew by `useRefreshSession`, once the recovery codes were seen. */
export function useConfirmSecondFactor() {
  return useMutation({ mutationFn: (code: string) => confirmSecondFactor(code), gcTime: 0 });
}

export function useRemoveSecondFactor() {
  const refresh = useRefreshSession();
  return useMutation({
    mutationFn: (password: string) => removeSecondFactor(password),
    // Said here: the dialog that asked is gone with the second factor.
    onSuccess: () => {
      toast.success("The second factor is off");
      return refresh();
    },
    gcTime: 0,
  });
}

export function useEndAllSessions() {
  return useMutation({
    mutationFn: endAllSessions,
    // A new document, so that nothing that was shown stays in memory.
    onSuccess: () => window.location.assign("/sign-in"),
  });
}

export function useRefreshSession() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.session }),
      client.invalidateQueries({ queryKey: queryKeys.members }),
    ]);
}
