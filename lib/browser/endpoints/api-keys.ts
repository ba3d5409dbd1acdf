import type { z } from "zod";
import type {
  ApiKeyJson,
  apiKeyRequest,
  CreatedApiKeyJson,
  createApiKeyOperation,
  listApiKeysOperation,
  RolledApiKeyJson,
  revokeApiKeyOperation,
  rollApiKeyOperation,
} from "#lib/api-keys/contract.ts";
import { callApi } from "#lib/browser/api.ts";
import type { Environment } from "#lib/core/vocabulary.ts";

type Place = { environment: Environment; apiKeyId: string };

const all = "/api/console/api-keys";
const one = "/api/console/api-keys/{apiKeyId}";

export async function listApiKeys(
  environment: Environment,
  signal: AbortSignal,
): Promise<ApiKeyJson[]> {
  return (await callApi<typeof listApiKeysOperation>("GET", all, { environment, signal })).apiKeys;
}

export function createApiKey(
  environment: Environment,
  body: z.input<typeof apiKeyRequest>,
): Promise<CreatedApiKeyJson> {
  return callApi<typeof createApiKeyOperation>("POST", all, { environment, body });
}

export function rollApiKey(
  { environment, apiKeyId }: Place,
  graceSeconds: number,
): Promise<RolledApiKeyJson> {
  const params = { apiKeyId };
  const body = { graceSeconds };
  return callApi<typeof rollApiKeyOperation>("POST", `${one}/roll`, { environment, params, body });
}

export function revokeApiKey({ environment, apiKeyId }: Place): Promise<ApiKeyJson> {
  const params = { apiKeyId };
  return callApi<typeof revokeApiKeyOperation>("DELETE", one, { environment, params });
}
