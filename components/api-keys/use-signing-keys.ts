import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { useEnvironment } from "#components/console/environment.tsx";
import { type Answer, api, type Sent } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";

/** The keys of an environment, and whether its payments must be signed with one of them. */
export type SigningKeys = Answer<"GET /api/console/signing-keys">;
export type ListedSigningKey = SigningKeys["signingKeys"][number];

export function useSigningKeys() {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/signing-keys", environment),
    queryFn: ({ signal }) => api("GET /api/console/signing-keys", { environment, signal }),
  });
}

/** Replaced while it is good for some minutes more: the one before goes on working until its own end. */
export function useSigningChallenge() {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("POST /api/console/signing-keys/challenge", environment),
    queryFn: ({ signal }) =>
      api("POST /api/console/signing-keys/challenge", { environment, signal }),
    staleTime: RENEWAL_MS,
    refetchInterval: RENEWAL_MS,
    gcTime: 0,
  });
}

const RENEWAL_MS = 10 * 60_000;

export function useAddSigningKey() {
  const { environment } = useEnvironment();
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (body: Sent<"POST /api/console/signing-keys", "body">) =>
      api("POST /api/console/signing-keys", { environment, body }),
    onSuccess,
  });
}

export function useRetireSigningKey({ id, name }: Pick<ListedSigningKey, "id" | "name">) {
  const { environment } = useEnvironment();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () =>
      api("DELETE /api/console/signing-keys/{signingKeyId}", {
        environment,
        params: { signingKeyId: id },
      }),
    // Shown from here, because the dialog disappears once the list is refreshed.
    onSuccess: () => {
      toast.success(`${name} is retired`);
      return refresh();
    },
  });
}

export function useRequireSignatures() {
  const { environment } = useEnvironment();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (required: boolean) =>
      api("PUT /api/console/signature-requirement", { environment, body: { required } }),
    onSuccess: ({ required }) => {
      toast.success(`Signatures are ${required ? "required" : "optional"} in ${environment}`);
      // Not awaited: the dialog would ask the opposite question for a moment before it closes.
      void refresh();
    },
  });
}

function useRefresh() {
  const client = useQueryClient();
  const { environment } = useEnvironment();
  return () =>
    client.invalidateQueries({ queryKey: keyOf("GET /api/console/signing-keys", environment) });
}
