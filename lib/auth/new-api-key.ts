import type { Environment } from "#lib/contract/environment.ts";
import type { Scope } from "#lib/contract/scope.ts";
import { createApiKey } from "#lib/crypto/api-key-format.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { createId } from "#lib/ids/create-id.ts";

export type NewApiKey = { environment: Environment; name: string; scopes: readonly Scope[] };

/** A fresh API key: the secret, to be shown once, and the row that remembers it by its hash. */
export function newApiKey({ environment, name, scopes }: NewApiKey) {
  const secret = createApiKey(environment);
  const prefix = secret.slice(0, secret.lastIndexOf("_") + 1);
  return {
    secret,
    row: {
      id: createId("apiKey"),
      environment,
      name,
      scopes: [...scopes],
      secretHash: hashToken(secret),
      hint: `${prefix}…${secret.slice(-4)}`,
    },
  };
}
