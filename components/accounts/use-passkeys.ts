import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Answer, api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import { useRefreshSession } from "./use-own-account.ts";

export type ListedPasskey = Answer<"GET /api/console/passkeys">["passkeys"][number];

export function usePasskeys() {
  return useQuery({
    queryKey: keyOf("GET /api/console/passkeys"),
    queryFn: async ({ signal }) => (await api("GET /api/console/passkeys", { signal })).passkeys,
  });
}

export function useRenamePasskey({ id: passkeyId }: ListedPasskey) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      api("PUT /api/console/passkeys/{passkeyId}", { params: { passkeyId }, body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf("GET /api/console/passkeys") }),
  });
}

export function useRemovePasskey({ id: passkeyId, name }: ListedPasskey) {
  const refresh = useRefreshSession();
  return useMutation({
    mutationFn: () => api("DELETE /api/console/passkeys/{passkeyId}", { params: { passkeyId } }),
    // Shown from here, because the row disappears once the list is refreshed.
    onSuccess: () => {
      toast.success(`Passkey removed: ${name}`);
      return refresh();
    },
  });
}
