import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import { errorCodes } from "#lib/core/errors.ts";
import type { Operation } from "#lib/core/operation.ts";
import { pageQuery } from "#lib/core/page-query.ts";
import { hashedPanText, idText, keyIdText, keyMaterialText, userIdParam } from "#lib/core/text.ts";

export const keyPair = z
  .object({
    keyId: z.string().meta({ description: "`key_` and the RFC 7638 SHA-256 thumbprint" }),
    publicKey: z.string().meta({ description: "PEM SubjectPublicKeyInfo" }),
    privateKey: z.string().meta({ description: "PEM PKCS#8; returned once and kept nowhere" }),
    algorithm: z.literal("RSA-OAEP-256"),
  })
  .meta({ id: "KeyPair" });

export const registration = z
  .object({ hashedPan: hashedPanText, publicKey: keyMaterialText, keyId: keyIdText })
  .meta({ id: "Registration" });

export const user = z
  .object({
    userId: idText,
    keyId: z.string(),
    status: z.literal("active"),
    registeredAt: timestamp,
    deliveredReceipts: z.int().meta({
      description:
        "Receipts handed over from escrow at the first registration; a repeated call says the same number",
    }),
  })
  .meta({ id: "User" });

export type KeyPair = z.output<typeof keyPair>;
export type Registration = z.output<typeof registration>;
export type User = z.output<typeof user>;
export type UserJson = z.input<typeof user>;

export const generateKeysOperation = {
  operationId: "generateKeys",
  method: "POST",
  path: "/api/v1/onboarding/generate-keys",
  tag: "Onboarding",
  summary: "Generate a key pair",
  description:
    "RSA-2048, e = 65537. Nothing is stored: the private key exists in memory only until the " +
    "answer is written. A device that can generate its own key should do so and send only the " +
    "public part.",
  scope: "onboarding:write",
  rateClass: "keyGeneration",
  response: keyPair,
  expensive: "key_generation",
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const registerUserOperation = {
  operationId: "registerUser",
  method: "POST",
  path: "/api/v1/onboarding/register",
  tag: "Onboarding",
  summary: "Register a cardholder",
  description:
    "Associates a public key with a hashed card number. Receipts that waited in escrow for the " +
    "card are handed over in the same transaction. The same card, key and keyId again is answered " +
    "by 200 with the same user.",
  scope: "onboarding:write",
  rateClass: "writes",
  stepUp: true,
  visits: true,
  body: registration,
  response: user,
  statuses: [201, 200],
  errors: ["conflict"],
} as const satisfies Operation;

export const MAX_BATCH = 100;

/** The verb reads each registration by itself: a malformed one must not refuse the others. */
export const batchOfAnything = z.object({
  registrations: z.array(z.unknown()).min(1).max(MAX_BATCH),
});

const registrationBatch = z
  .object({ registrations: z.array(registration).min(1).max(MAX_BATCH) })
  .meta({ id: "RegistrationBatch" });

const registrationResult = z
  .object({
    status: z.int().meta({ description: "What this registration alone would be answered with" }),
    data: user.optional().meta({ description: "With status 200 or 201" }),
    error: z
      .object({ code: z.enum(errorCodes), message: z.string(), details: z.string() })
      .optional()
      .meta({ description: "With any other status" }),
  })
  .meta({ id: "RegistrationResult" });

const registrationResults = z
  .object({
    results: z.array(registrationResult).meta({ description: "In the order of the registrations" }),
  })
  .meta({ id: "RegistrationResults" });

export type RegistrationResult = z.output<typeof registrationResult>;
export type RegistrationResults = z.output<typeof registrationResults>;

export const registerUsersOperation = {
  operationId: "registerUsers",
  method: "POST",
  path: "/api/v1/onboarding/register/batch",
  tag: "Onboarding",
  summary: "Register many cardholders",
  description:
    `Up to ${MAX_BATCH} registrations, one after another. Each stands alone: one that is refused has ` +
    "no effect on the others. The batch is safe to repeat: a card that is registered already is answered " +
    "by 200. If the call as a whole fails, repeat it. Each registration counts as a call against the rate " +
    "limit; a batch is taken while any calls are left.",
  scope: "onboarding:write",
  rateClass: "writes",
  stepUp: true,
  body: registrationBatch,
  response: registrationResults,
  expensive: "batches",
  parts: "registrations",
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const userSummary = z
  .object({
    userId: z.string(),
    keyId: z.string().meta({ description: "The key that new receipts are sealed to" }),
    registeredAt: timestamp,
  })
  .meta({ id: "UserSummary" });

const usersPage = z
  .object({
    users: z.array(userSummary).meta({ description: "The last registered first" }),
    nextCursor: z.string().nullable().meta({ description: "null on the last page" }),
  })
  .meta({ id: "UsersPage" });

const usersQuery = z.object(pageQuery);

export type UserSummary = z.output<typeof userSummary>;
export type UsersPage = z.output<typeof usersPage>;
export type UsersQuery = z.output<typeof usersQuery>;

export const listUsersOperation = {
  operationId: "listUsers",
  method: "GET",
  path: "/api/v1/users",
  tag: "Onboarding",
  summary: "List your cardholders",
  description:
    "All cardholders of the issuer in the environment, newest first. Cards are not in it.",
  scope: "receipts:read",
  rateClass: "reads",
  query: usersQuery,
  response: usersPage,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

const erasedUser = z
  .object({
    userId: z.string(),
    status: z.literal("erased"),
    erasedAt: timestamp,
    erasedReceipts: z.int().meta({ description: "Receipts that can never be opened again" }),
  })
  .meta({ id: "ErasedUser" });

export type ErasedUser = z.output<typeof erasedUser>;
export type ErasedUserJson = z.input<typeof erasedUser>;

export const eraseUserOperation = {
  operationId: "eraseUser",
  method: "DELETE",
  path: "/api/v1/users/{userId}",
  tag: "Onboarding",
  summary: "Erase a cardholder",
  description:
    "Cannot be undone. The wrapped keys of the cardholder's receipts are destroyed, so that nobody " +
    "can open them again; their status becomes `erased`. Nothing leads from a payment to the card " +
    "anymore: the merchant keeps the payment as an amount, and retries of it are still answered, " +
    "with `keyId` null. Unused tokens are void. The user is gone: the same call again is answered " +
    "by 404. The card may be registered again, as another user.",
  scope: "onboarding:write",
  rateClass: "writes",
  stepUp: true,
  params: z.object({ userId: userIdParam }),
  response: erasedUser,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const keyRotation = z
  .object({ userId: idText, keyId: keyIdText, publicKey: keyMaterialText })
  .meta({ id: "KeyRotation" });

const rotatedKey = z
  .object({ userId: z.string(), keyId: z.string(), previousKeyId: z.string() })
  .meta({ id: "RotatedKey" });

export type RotatedKey = z.output<typeof rotatedKey>;

export const rotateKeyOperation = {
  operationId: "rotateKey",
  method: "POST",
  path: "/api/v1/keys/rotate",
  tag: "Keys",
  summary: "Replace a cardholder's key",
  description:
    "Future receipts are sealed to the new key. Past receipts stay under the old one, for which " +
    "access can still be granted: keep the old private key as long as they matter.",
  scope: "onboarding:write",
  rateClass: "writes",
  stepUp: true,
  visits: true,
  body: keyRotation,
  response: rotatedKey,
  statuses: [200],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;
