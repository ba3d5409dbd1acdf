import { endApiKeys } from "#lib/auth/api-keys.ts";
import type { MemberCaller } from "#lib/auth/caller.ts";
import type { ApiKeyResource } from "#lib/contract/api-keys.ts";
import { markRevoked } from "#lib/storage/managed-api-keys.ts";
import { describeApiKey } from "./describe-api-key.ts";
import { getApiKey } from "./get-api-key.ts";

/** Ends a key, on every server by the time this returns. Throws `not_found`. */
export async function revokeApiKey({
  caller,
  apiKeyId,
}: {
  caller: MemberCaller;
  apiKeyId: string;
}): Promise<ApiKeyResource> {
  await markRevoked(caller, apiKeyId, new Date());
  const key = await getApiKey(caller, apiKeyId);
  await endApiKeys();
  return describeApiKey(key);
}
