import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { useEnvironment } from "#components/console/environment.tsx";
import type { SigningKeyJson, SigningKeyRequest } from "#lib/api-keys/contract.ts";
import {
  createSigningKey,
  listSigningKeys,
  removeSigningKey,
} from "#lib/browser/endpoints/signing-keys.ts";
import { queryKeys } from "#lib/browser/query-keys.ts";

export function useSigningKeys() {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.signingKeys(environment),
    queryFn: ({ signal }) => listSigningKeys(environment, signal),
  });
}

export function useAddSigningKey() {
  const { environment } = useEnvironment();
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (request: SigningKeyRequest) => createSigningKey(environment, request),
    onSuccess,
  });
}

export function useRemoveSigningKey({ id, name }: Pick<SigningKeyJson, "id" | "name">) {
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
