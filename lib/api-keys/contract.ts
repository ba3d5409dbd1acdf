import { z } from "zod";
import { dateTimeText, parseDateTime, timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { scopes } from "#lib/core/permissions.ts";
import { idText, keyMaterialText, nameText } from "#lib/core/text.ts";
import { environments } from "#lib/core/vocabulary.ts";

/** How long the old and the new key of a roll may both work. */
export const MAX_GRACE_SECONDS = 7 * 24 * 60 * 60;
/** Usable keys of one organization in one environment. */
export const MAX_API_KEYS = 100;

const EXPIRING_MS = 7 * 24 * 60 * 60 * 1000;

const apiKeyStatuses = ["active", "expiring", "expired", "revoked"] as const;

export const addressBlockText = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: "must be an IPv4 or IPv6 address or a CIDR block such as 203.0.113.0/24",
});

/** Without the secret, which is shown once, when the key is created. */
export const apiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string().meta({ description: "Prefix and last characters, to tell keys apart" }),
    scopes: z.array(z.enum(scopes)),
    allowedAddresses: z.array(z.string()).meta({ description: "Empty: any address" }),
    expiresAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable().meta({ description: "To the minute" }),
    lastUsedAddress: z.string().nullable(),
    createdAt: timestamp,
    createdBy: z.string().nullable().meta({ description: "A member's email address" }),
    rolledTo: z.string().nullable().meta({ description: "The key that replaced it" }),
    status: z.enum(apiKeyStatuses).meta({
      description: "`expiring` in the last 7 days, and so during the grace period of a roll",
    }),
  })
  .meta({ id: "ApiKey" });

/** The current status of a key. */
export function apiKeyStatus({
  expiresAt,
  revokedAt,
}: Pick<ApiKey, "expiresAt" | "revokedAt">): ApiKey["status"] {
  if (revokedAt !== null) return "revoked";
  if (expiresAt === null) return "active";

  const remainingMs = expiresAt.getTime() - Date.now();
  if (remainingMs <= 0) return "expired";
  return remainingMs <= EXPIRING_MS ? "expiring" : "active";
}

export const apiKeyRequest = z.object({
  name: nameText.trim().min(1, "must not be blank"),
  scopes: z.array(z.enum(scopes)).min(1, "must include at least one").max(scopes.length),
  expiresAt: dateTimeText
    .transform((text) => parseDateTime(text) ?? new Date(Number.NaN))
    .nullish(),
  allowedAddresses: z.array(addressBlockText).max(50).default([]),
});

const apiKeyRoll = z.object({ graceSeconds: z.int().min(0).max(MAX_GRACE_SECONDS) });

const secret = z.string().meta({ description: "The key itself, shown only once" });

const createdApiKey = z.object({ apiKey, secret });
const rolledApiKey = z.object({ apiKey, secret, previous: apiKey });

/** A key with its environment, for lists across environments. */
export const madeKey = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string(),
  environment: z.enum(environments),
});

export type MadeKey = z.output<typeof madeKey>;
export type ApiKey = z.output<typeof apiKey>;
export type ApiKeyJson = z.input<typeof apiKey>;
export type ApiKeyRequest = z.output<typeof apiKeyRequest>;
export type CreatedApiKey = z.output<typeof createdApiKey>;
export type CreatedApiKeyJson = z.input<typeof createdApiKey>;
export type RolledApiKey = z.output<typeof rolledApiKey>;
export type RolledApiKeyJson = z.input<typeof rolledApiKey>;

const params = z.object({ apiKeyId: idText });
const keyChange = { tag: "Console", role: "developer", stepUp: true, rateClass: "writes" } as const;

export const listApiKeysOperation = {
  operationId: "listApiKeys",
  method: "GET",
  path: "/api/console/api-keys",
  tag: "Console",
  summary: "The organization's API keys in one environment: usable ones first, then ended ones",
  role: "viewer",
  rateClass: "reads",
  response: z.object({ apiKeys: z.array(apiKey) }),
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const exportApiKeysOperation = {
  operationId: "exportApiKeys",
  method: "GET",
  path: "/api/console/api-keys/export",
  tag: "Console",
  summary: "The same keys as CSV",
  role: "viewer",
  rateClass: "reads",
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const createApiKeyOperation = {
  ...keyChange,
  operationId: "createApiKey",
  method: "POST",
  path: "/api/console/api-keys",
  summary: "Create an API key",
  body: apiKeyRequest,
  response: createdApiKey,
  statuses: [201],
  errors: ["conflict"],
} as const satisfies Operation;

export const rollApiKeyOperation = {
  ...keyChange,
  operationId: "rollApiKey",
  method: "POST",
  path: "/api/console/api-keys/{apiKeyId}/roll",
  summary: "Replace a key with a new one; the old key ends after a grace period",
  params,
  body: apiKeyRoll,
  response: rolledApiKey,
  statuses: [201],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;

export const revokeApiKeyOperation = {
  ...keyChange,
  operationId: "revokeApiKey",
  method: "DELETE",
  path: "/api/console/api-keys/{apiKeyId}",
  summary: "Revoke a key; answered once no server accepts it anymore",
  params,
  response: apiKey,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

const signatureAlgorithms = ["ES256", "EdDSA"] as const;

export const signingKey = z
  .object({
    id: z.string(),
    kid: z.string().meta({ description: "Goes into the header of each signature" }),
    algorithm: z.enum(signatureAlgorithms),
    name: z.string(),
    publicKey: z.string().meta({ description: "PEM" }),
    environment: z.enum(environments),
    createdAt: timestamp,
    provenAt: timestamp.nullable().meta({
      description:
        "When its private key was proven to be the organization's; null for keys registered before that was asked for",
    }),
    retiredAt: timestamp.nullable().meta({ description: "Verifies nothing new since then" }),
  })
  .meta({ id: "SigningKey" });

/** Active keys of one organization in one environment. */
export const MAX_SIGNING_KEYS = 20;

const signingKeyRequest = z.object({
  name: nameText,
  publicKey: z
    .union([keyMaterialText, z.record(z.string().max(64), z.unknown())])
    .meta({ description: "PEM, or a JWK as an object or as text" }),
  proof: z.string().min(1).max(4096).meta({
    description:
      "A compact JWS over the challenge, by the private key, with the key's `kid` in its header",
  }),
});

const signingChallenge = z.object({
  challenge: z.string().meta({ description: "Names organization, environment, and its end" }),
  expiresAt: timestamp,
});

export type SigningChallenge = z.output<typeof signingChallenge>;
export type SigningKey = z.output<typeof signingKey>;
export type SigningKeyJson = z.input<typeof signingKey>;
export type SigningKeyRequest = z.output<typeof signingKeyRequest>;

const signatureRequirement = z.object({
  required: z.boolean().meta({ description: "Whether payments without a signature are refused" }),
});

export type SignatureSetting = z.output<typeof signatureRequirement>;

const signingKeys = { path: "/api/console/signing-keys", tag: "Console" } as const;

export const listSigningKeysOperation = {
  ...signingKeys,
  operationId: "listSigningKeys",
  method: "GET",
  summary: "The keys that the merchant signs receipts with: active ones first, then retired ones",
  role: "viewer",
  rateClass: "reads",
  mayBeStale: true,
  response: signatureRequirement.extend({ signingKeys: z.array(signingKey) }),
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const createSigningChallengeOperation = {
  operationId: "createSigningChallenge",
  method: "POST",
  path: "/api/console/signing-keys/challenge",
  tag: "Console",
  summary: "What to sign to prove that a signing key is yours",
  role: "developer",
  rateClass: "writes",
  response: signingChallenge,
  statuses: [200],
  errors: ["forbidden"],
} as const satisfies Operation;

export const createSigningKeyOperation = {
  ...signingKeys,
  ...keyChange,
  operationId: "createSigningKey",
  method: "POST",
  summary:
    "Register a public key for ES256 or EdDSA signatures, with proof that you hold its private key",
  body: signingKeyRequest,
  response: signingKey,
  statuses: [201],
  errors: ["forbidden", "conflict"],
} as const satisfies Operation;

export const retireSigningKeyOperation = {
  ...signingKeys,
  ...keyChange,
  operationId: "retireSigningKey",
  method: "DELETE",
  path: "/api/console/signing-keys/{signingKeyId}",
  summary: "Retire a key; answered once no server accepts its signatures anymore",
  params: z.object({ signingKeyId: idText }),
  response: signingKey,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const setSignatureRequirementOperation = {
  ...keyChange,
  operationId: "setSignatureRequirement",
  method: "PUT",
  path: "/api/console/signature-requirement",
  summary: "Require signatures on payments, or stop; answered once every server does so",
  needs: "payments:read",
  body: signatureRequirement,
  response: signatureRequirement,
  statuses: [200],
  errors: ["forbidden", "conflict"],
} as const satisfies Operation;
