import { actOf } from "#lib/audit/act.ts";
import type { MemberCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { type Scope, scopesOfKind } from "#lib/core/permissions.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import { generateApiKey } from "#lib/crypto/api-key-format.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { type ApiKey, type ApiKeyRequest, type CreatedApiKey, MAX_API_KEYS } from "./contract.ts";
import { countUsableApiKeys, insertApiKey, selectOrganization } from "./store.ts";

/**
 * Creates a key, whose secret is in this answer and nowhere else.
 * Throws `invalid_request` that names the field, or `conflict` where there are too many.
 */
export async function createApiKey({
  caller,
  request: { name, scopes, expiresAt = null, allowedAddresses },
}: {
  caller: MemberCaller;
  request: ApiKeyRequest;
}): Promise<CreatedApiKey> {
  const createdAt = new Date();
  if (expiresAt !== null && expiresAt <= createdAt) throw invalid("expiresAt: is in the past");
  await requireKeyTerms(caller, scopes);

  const { secret, row } = newApiKey({
    environment: caller.environment,
    name,
    scopes: [...new Set(scopes)],
  });
  const terms = { allowedAddresses: [...new Set(allowedAddresses)], expiresAt };
  const key = { ...row, ...terms, createdAt, createdBy: caller.memberId };
  const apiKey = await insertApiKey(
    caller,
    key,
    actOf(caller, "api_key.created", { target: key.id, after: describeTerms(key) }),
  );
  return { apiKey, secret };
}

/** Throws `invalid_request` for scopes that the organization's keys cannot have, or `conflict` where there are too many keys. */
export async function requireKeyTerms(
  caller: MemberCaller,
  scopes: readonly Scope[],
): Promise<void> {
  await requireAllowedScopes(caller, scopes);
  await requireCapacity(caller);
}

/** The terms of a key as the audit trail records them. */
export function describeTerms({
  name,
  hint,
  scopes,
  allowedAddresses,
  expiresAt,
}: Pick<ApiKey, "name" | "hint" | "scopes" | "allowedAddresses" | "expiresAt">) {
  return { name, hint, scopes, allowedAddresses, expiresAt: expiresAt?.toISOString() ?? null };
}

async function requireAllowedScopes(
  { organizationId }: MemberCaller,
  scopes: readonly Scope[],
): Promise<void> {
  const organization = await selectOrganization(organizationId);
  const allowed = organization ? scopesOfKind[organization.kind] : [];
  if (scopes.every((scope) => allowed.includes(scope))) return;

  throw invalid(`scopes: the keys of this organization may have ${allowed.join(", ")}`);
}

async function requireCapacity(caller: MemberCaller): Promise<void> {
  if ((await countUsableApiKeys(caller)) < MAX_API_KEYS) return;

  throw new AppError("conflict", {
    message: "There are too many API keys in this environment; revoke one that is not in use",
    details: `at most ${MAX_API_KEYS}`,
  });
}

function invalid(details: string): AppError {
  return new AppError("invalid_request", { message: "Request validation failed", details });
}

type KeyGrant = { environment: Environment; name: string; scopes: readonly Scope[] };

/** A fresh API key: the secret, to be shown once, and the row that stores its hash. */
export function newApiKey({ environment, name, scopes }: KeyGrant) {
  const secret = generateApiKey(environment);
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
