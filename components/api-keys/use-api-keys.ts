import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { apiKeyRequest } from "#lib/api-keys/contract.ts";
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rollApiKey,
} from "#lib/browser/endpoints/api-keys.ts";
import { queryKeys } from "#lib/browser/query-keys.ts";
import type { Environment } from "#lib/core/vocabulary.ts";

export function useApiKeys(environment: Environment) {
  return useQuery({
    queryKey: queryKeys.apiKeys(environment),
    queryFn: ({ signal }) => listApiKeys(environment, signal),
  });
}

export function useCreateApiKey(environment: Environment) {
  const onSuccess = useRefresh(environment);
  return useMutation({
    mutationFn: (request: z.input<typeof apiKeyRequest>) => createApiKey(environment, request),
    onSuccess,
    // The answer holds the secret: it goes when nobody shows it any more.
    gcTime: 0,
  });
}

export function useRollApiKey(environment: Environment) {
  const onSuccess = useRefresh(environment);
  return useMutation({
    mutationFn: ({ apiKeyId, graceSeconds }: { apiKeyId: string; graceSeconds: number }) =>
      rollApiKey({ environment, apiKeyId }, graceSeconds),
    onSuccess,
    gcTime: 0,
  });
}

export function useRevokeApiKey(environment: Environment) {
  const onSuccess = useRefresh(environment);
  return useMutation({
    mutationFn: (apiKeyId: string) => revokeApiKey({ environment, apiKeyId }),
    onSuccess,
  });
}

function useRefresh(environment: Environment) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.apiKeys(environment) }),
      client.invalidateQueries({ queryKey: queryKeys.setup(environment) }),
    ]);
}
