import { z } from "zod";
import { dateTimeText, parseDateTime } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { scopes } from "#lib/core/permissions.ts";
import { idText, keyMaterialText, nameText } from "#lib/core/text.ts";
import { environments } from "#lib/core/vocabulary.ts";

/** For as long as this, both the old and the new key of a roll may work; seconds. */
export const MOST_GRACE_SECONDS = 7 * 24 * 60 * 60;
/** From how long before its end a key counts as `expiring`; milliseconds. */
export const EXPIRING_MS = 7 * 24 * 60 * 60 * 1000;
/** Usable keys of one organization in one environment. */
export const MOST_API_KEYS = 100;

const apiKeyStatuses = ["active", "expiring", "expired", "revoked"] as const;

export const addressBlockText = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: "must be an IPv4 or IPv6 address or a CIDR block such as 203.0.113.0/24",
});

/** No secret: that is shown once, when the key is made. */
const apiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string().meta({ description: "Prefix and last characters, to tell keys apart" }),
    scopes: z.array(z.enum(scopes)),
    allowedAddresses: z.array(z.string()).meta({ description: "Empty: any address" }),
    expiresAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable().meta({ description: "To the minute" }),
    lastUsedAddress: z.string().nullable(),
    createdAt: z.iso.datetime(),
    createdBy: z.string().nullable().meta({ description: "A member's email address" }),
    rolledTo: z.string().nullable().meta({ description: "The key that took its place" }),
    status: z.enum(apiKeyStatuses).meta({
      description: "`expiring` in the last 7 days before the end, as during the grace of a roll",
    }),
  })
  .meta({ id: "ApiKey" });

export const apiKeyRequest = z.object({
  name: nameText.trim().min(1, "must not be blank"),
  scopes: z.array(z.enum(scopes)).min(1, "at least one is needed").max(scopes.length),
  expiresAt: dateTimeText
    .transform((text) => parseDateTime(text) ?? new Date(Number.NaN))
    .nullish(),
  allowedAddresses: z.array(addressBlockText).max(50).default([]),
});

const apiKeyRoll = z.object({ graceSeconds: z.int().min(0).max(MOST_GRACE_SECONDS) });

const secret = z.string().meta({ description: "The key itself, shown this one time" });

const createdApiKey = z.object({ apiKey, secret });
const rolledApiKey = z.object({ apiKey, secret, previous: apiKey });

export type ApiKeyResource = z.output<typeof apiKey>;
export type ApiKeyRequest = z.output<typeof apiKeyRequest>;
export type CreatedApiKey = z.output<typeof createdApiKey>;
export type RolledApiKey = z.output<typeof rolledApiKey>;

const params = z.object({ apiKeyId: idText });

export const listApiKeysOperation = {
  operationId: "listApiKeys",
  method: "GET",
  path: "/api/console/api-keys",
  tag: "Console",
  summary: "The organization's API keys in the environment: the usable ones, then the ended",
  role: "viewer",
  rateClass: "reads",
  response: z.object({ apiKeys: z.array(apiKey) }),
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const createApiKeyOperation = {
  operationId: "createApiKey",
  method: "POST",
  path: "/api/console/api-keys",
  tag: "Console",
  summary: "Make an API key",
  role: "developer",
  rateClass: "writes",
  body: apiKeyRequest,
  response: createdApiKey,
  statuses: [201],
  errors: ["conflict"],
} as const satisfies Operation;

export const rollApiKeyOperation = {
  operationId: "rollApiKey",
  method: "POST",
  path: "/api/console/api-keys/{apiKeyId}/roll",
  tag: "Console",
  summary: "Put a new key in the place of one, which ends after a time of grace",
  role: "developer",
  rateClass: "writes",
  params,
  body: apiKeyRoll,
  response: rolledApiKey,
  statuses: [201],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;

export const revokeApiKeyOperation = {
  operationId: "revokeApiKey",
  method: "DELETE",
  path: "/api/console/api-keys/{apiKeyId}",
  tag: "Console",
  summary: "End a key; answered when it opens nothing any more, on any server",
  role: "developer",
  rateClass: "writes",
  params,
  response: apiKey,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const signatureAlgorithms = ["ES256", "EdDSA"] as const;

const signingKeyResource = z
  .object({
    id: z.string(),
    kid: z.string().meta({ description: "To be named in the header of each signature" }),
    algorithm: z.enum(signatureAlgorithms),
    name: z.string(),
    publicKey: z.string().meta({ description: "PEM" }),
    environment: z.enum(environments),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "SigningKey" });

const signingKeyRequest = z.object({
  name: nameText,
  publicKey: z
    .union([keyMaterialText, z.record(z.string().max(64), z.unknown())])
    .meta({ description: "A PEM text, or a JWK as an object or as text" }),
});

export type SigningKeyResource = z.output<typeof signingKeyResource>;
export type SigningKeyRequest = z.output<typeof signingKeyRequest>;

const list = { path: "/api/console/signing-keys", tag: "Console" } as const;

export const listSigningKeysOperation = {
  ...list,
  operationId: "listSigningKeys",
  method: "GET",
  summary: "The keys that the merchant signs receipts with",
  role: "viewer",
  rateClass: "reads",
  response: z.object({ signingKeys: z.array(signingKeyResource) }),
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const createSigningKeyOperation = {
  ...list,
  operationId: "createSigningKey",
  method: "POST",
  summary: "Register the public part of a key, for ES256 or EdDSA",
  role: "developer",
  rateClass: "writes",
  body: signingKeyRequest,
  response: signingKeyResource,
  statuses: [201],
  errors: ["forbidden", "conflict"],
} as const satisfies Operation;

export const removeSigningKeyOperation = {
  ...list,
  operationId: "removeSigningKey",
  method: "DELETE",
  path: "/api/console/signing-keys/{signingKeyId}",
  summary: "Take no more signatures of this key",
  role: "developer",
  rateClass: "writes",
  params: z.object({ signingKeyId: idText }),
  response: z.object({ signingKeyId: z.string(), removed: z.literal(true) }),
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;
