import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Answer, api, type Sent } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import type { Environment } from "#lib/core/vocabulary.ts";

export type ListedApiKey = Answer<"GET /api/console/api-keys">["apiKeys"][number];
/** The only answer with the secret. */
export type ApiKeyWithSecret = Answer<"POST /api/console/api-keys">;

export function useApiKeys(environment: Environment) {
  return useQuery({
    queryKey: keyOf("GET /api/console/api-keys", environment),
    queryFn: async ({ signal }) =>
      (await api("GET /api/console/api-keys", { environment, signal })).apiKeys,
  });
}

export function useCreateApiKey(environment: Environment) {
  const onSettled = useRefresh(environment);
  return useMutation({
    mutationFn: (body: Sent<"POST /api/console/api-keys", "body">) =>
      api("POST /api/console/api-keys", { environment, body }),
    onSettled,
    // The answer contains the secret: it is dropped once it is no longer shown.
    gcTime: 0,
  });
}

export function useRollApiKey(environment: Environment) {
  const onSettled = useRefresh(environment);
  return useMutation({
    mutationFn: ({ apiKeyId, graceSeconds }: { apiKeyId: string; graceSeconds: number }) =>
      api("POST /api/console/api-keys/{apiKeyId}/roll", {
        environment,
        params: { apiKeyId },
        body: { graceSeconds },
      }),
    onSettled,
    gcTime: 0,
  });
}

export function useRevokeApiKey(environment: Environment) {
  const onSettled = useRefresh(environment);
  return useMutation({
    mutationFn: (apiKeyId: string) =>
      api("DELETE /api/console/api-keys/{apiKeyId}", { environment, params: { apiKeyId } }),
    onSettled,
  });
}

/** After a failure, too: if only the answer was lost, the list shows what was done. */
function useRefresh(environment: Environment) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keyOf("GET /api/console/api-keys", environment) }),
      client.invalidateQueries({ queryKey: keyOf("GET /api/console/setup", environment) }),
    ]);
}
