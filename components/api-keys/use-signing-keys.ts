import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { useEnvironment } from "#components/console/environment.tsx";
import { type Answer, api, type Sent } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";

export type ListedSigningKey = Answer<"GET /api/console/signing-keys">["signingKeys"][number];

export function useSigningKeys() {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/signing-keys", environment),
    queryFn: async ({ signal }) =>
      (await api("GET /api/console/signing-keys", { environment, signal })).signingKeys,
  });
}

export function useAddSigningKey() {
  const { environment } = useEnvironment();
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (body: Sent<"POST /api/console/signing-keys", "body">) =>
      api("POST /api/console/signing-keys", { environment, body }),
    onSuccess,
  });
}

export function useRemoveSigningKey({ id, name }: Pick<ListedSigningKey, "id" | "name">) {
  const { environment } = useEnvironment();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () =>
      api("DELETE /api/console/signing-keys/{signingKeyId}", {
        environment,
        params: { signingKeyId: id },
      }),
    // Shown from here, because the row is gone once the list is fresh.
    onSuccess: () => {
      toast.success(`${name} is removed`);
      return refresh();
    },
  });
}

function useRefresh() {
  const client = useQueryClient();
  const { environment } = useEnvironment();
  return () =>
    client.invalidateQueries({ queryKey: keyOf("GET /api/console/signing-keys", environment) });
}
