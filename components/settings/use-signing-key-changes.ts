import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { useEnvironment } from "#components/console/environment.tsx";
import { queryKeys } from "#lib/client/query-keys.ts";
import { createSigningKey, removeSigningKey } from "#lib/client/signing-keys.ts";
import type { SigningKeyRequest, SigningKeyResource } from "#lib/contract/signing-keys.ts";

export function useAddSigningKey() {
  const { environment } = useEnvironment();
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (request: SigningKeyRequest) => createSigningKey(environment, request),
    onSuccess,
  });
}

export function useRemoveSigningKey({ id, name }: Pick<SigningKeyResource, "id" | "name">) {
  const { environment } = useEnvironment();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => removeSigningKey(environment, id),
    // Said here: the row that asked is gone when the list is fresh.
    onSuccess: () => {
      toast.success(`${name} is removed`);
      return refresh();
    },
  });
}

function useRefresh() {
  const client = useQueryClient();
  const { environment } = useEnvironment();
  return () => client.invalidateQueries({ queryKey: queryKeys.signingKeys(environment) });
}
