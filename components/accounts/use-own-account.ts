import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import type { PasswordChange } from "#lib/accounts/contract.ts";
import { type Answer, api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";

export type NewTotp = Answer<"POST /api/console/second-factor">;

/** Ends every other session of the member; this browser gets a new one. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: PasswordChange) => api("PUT /api/console/password", { body }),
    // The typed passwords do not stay in memory.
    gcTime: 0,
  });
}

export function useBeginSecondFactor() {
  return useMutation({ mutationFn: () => api("POST /api/console/second-factor"), gcTime: 0 });
}

/** `useRefreshSession` refreshes the session once the recovery codes were seen. */
export function useConfirmSecondFactor() {
  return useMutation({
    mutationFn: async (code: string) =>
      (await api("PUT /api/console/second-factor", { body: { code } })).recoveryCodes,
    gcTime: 0,
  });
}

export function useRemoveSecondFactor() {
  const refresh = useRefreshSession();
  return useMutation({
    mutationFn: () => api("DELETE /api/console/second-factor"),
    // Shown from here, because the dialog disappears together with the second factor.
    onSuccess: () => {
      toast.success("The authenticator app is removed");
      return refresh();
    },
    gcTime: 0,
  });
}

export function useRefreshSession() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keyOf("GET /api/console/session") }),
      client.invalidateQueries({ queryKey: keyOf("GET /api/console/members") }),
      client.invalidateQueries({ queryKey: keyOf("GET /api/console/passkeys") }),
    ]);
}
