import type { MemberCaller } from "#lib/auth/caller.ts";
import type { ApiKeyResource } from "#lib/contract/api-keys.ts";
import { listApiKeys } from "#lib/storage/managed-api-keys.ts";
import { describeApiKey } from "./describe-api-key.ts";

/** The organization's keys in the environment that it looks at. */
export async function listManagedApiKeys({
  caller,
}: {
  caller: MemberCaller;
}): Promise<ApiKeyResource[]> {
  const keys = await listApiKeys(caller, new Date());
  return keys.map(describeApiKey);
}
