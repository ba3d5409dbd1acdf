import type {
  createSigningKeyOperation,
  listSigningKeysOperation,
  removeSigningKeyOperation,
  SigningKeyJson,
  SigningKeyRequest,
} from "#lib/api-keys/contract.ts";
import { callApi } from "#lib/browser/api.ts";
import type { Environment } from "#lib/core/vocabulary.ts";

const path = "/api/console/signing-keys";

export async function listSigningKeys(
  environment: Environment,
  signal: AbortSignal,
): Promise<SigningKeyJson[]> {
  return (await callApi<typeof listSigningKeysOperation>("GET", path, { environment, signal }))
    .signingKeys;
}

export function createSigningKey(
  environment: Environment,
  body: SigningKeyRequest,
): Promise<SigningKeyJson> {
  return callApi<typeof createSigningKeyOperation>("POST", path, { environment, body });
}

export async function removeSigningKey(
  environment: Environment,
  signingKeyId: string,
): Promise<void> {
  const params = { signingKeyId };
  const one = `${path}/{signingKeyId}` as const;
  await callApi<typeof removeSigningKeyOperation>("DELETE", one, { environment, params });
}
