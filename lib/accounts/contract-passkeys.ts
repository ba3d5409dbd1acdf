import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { idText, nameText } from "#lib/core/text.ts";

// What browsers and this service exchange is WebAuthn level 3, sections 5.1.8 to 5.1.10: bytes are
// base64url.

const MAX_BYTES_TEXT = 16_384;
const bytesText = z
  .string()
  .min(1)
  .max(MAX_BYTES_TEXT)
  .regex(/^[\w-]+$/, "must be base64url");
/** Of at most 1023 bytes. */
const credentialId = bytesText.max(1364);
const transport = z.string().max(32);

const descriptor = z.object({
  type: z.literal("public-key"),
  id: z.string(),
  transports: z.array(z.string()),
});

/** What a browser needs to create a passkey. */
const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
  timeout: z.int().meta({ description: "Milliseconds" }),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});

/** What a browser needs to ask for a passkey: one of those named, or any that is kept for here. */
export const passkeyRequest = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int().meta({ description: "Milliseconds" }),
  allowCredentials: z.array(descriptor),
  userVerification: z.literal("required"),
});

const newPasskey = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: bytesText,
    attestationObject: bytesText,
    transports: z.array(transport).max(8).default([]),
  }),
});

/** The signature of a passkey. */
export const passkeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: bytesText,
    authenticatorData: bytesText,
    signature: bytesText,
    userHandle: bytesText.optional(),
  }),
});

const passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    backedUp: z.boolean().meta({ description: "Whether other devices have it, too" }),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: "Passkey" });

export const passkeyRename = z.object({
  name: nameText.trim().min(1, "must not be empty").max(64),
});

const createdPasskey = z.object({
  passkey,
  recoveryCodes: z.array(z.string()).nullable().meta({
    description: "With the first second factor of a member: shown once; each works once",
  }),
});

export type Passkey = z.output<typeof passkey>;
export type PasskeyJson = z.input<typeof passkey>;
export type PasskeyCreation = z.output<typeof passkeyCreation>;
export type PasskeyRequest = z.output<typeof passkeyRequest>;
export type NewPasskey = z.output<typeof newPasskey>;
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;
export type CreatedPasskey = z.output<typeof createdPasskey>;

const params = z.object({ passkeyId: idText });
const ofMember = {
  path: "/api/console/passkeys",
  tag: "Console",
  role: "viewer",
  acrossEnvironments: true,
  rateClass: "writes",
} as const;

export const listPasskeysOperation = {
  ...ofMember,
  operationId: "listPasskeys",
  method: "GET",
  summary: "The passkeys of the member",
  rateClass: "reads",
  response: z.object({ passkeys: z.array(passkey) }),
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const beginPasskeyOperation = {
  ...ofMember,
  operationId: "beginPasskey",
  method: "POST",
  summary: "Begin to add a passkey",
  stepUp: true,
  beforeSecondFactor: true,
  response: passkeyCreation,
  statuses: [200],
  errors: ["conflict"],
} as const satisfies Operation;

export const addPasskeyOperation = {
  ...ofMember,
  operationId: "addPasskey",
  method: "PUT",
  summary: "Add the passkey that the browser has created",
  stepUp: true,
  beforeSecondFactor: true,
  body: z.object({ response: newPasskey }),
  response: createdPasskey,
  statuses: [201],
  errors: ["conflict"],
} as const satisfies Operation;

export const renamePasskeyOperation = {
  ...ofMember,
  operationId: "renamePasskey",
  method: "PUT",
  path: "/api/console/passkeys/{passkeyId}",
  summary: "Rename a passkey",
  params,
  body: passkeyRename,
  response: passkey,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const removePasskeyOperation = {
  ...ofMember,
  operationId: "removePasskey",
  method: "DELETE",
  path: "/api/console/passkeys/{passkeyId}",
  summary: "Remove a passkey; not the last second factor of a member who must have one",
  stepUp: true,
  params,
  response: z.object({ passkeyId: z.string(), removed: z.literal(true) }),
  statuses: [200],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;

const signIn = {
  path: "/api/console/passkeys/sign-in",
  tag: "Console",
  scope: null,
  sameOrigin: true,
  rateClass: "writes",
  statuses: [200],
} as const;

export const beginPasskeySignInOperation = {
  ...signIn,
  operationId: "beginPasskeySignIn",
  method: "POST",
  summary: "Ask for a passkey to sign in with",
  response: passkeyRequest,
  errors: ["forbidden"],
} as const satisfies Operation;

export const signInByPasskeyOperation = {
  ...signIn,
  operationId: "signInByPasskey",
  method: "PUT",
  summary: "Sign in with a passkey, which replaces password and code",
  body: z.object({ response: passkeyAnswer }),
  response: z.object({ signedIn: z.literal(true) }),
  errors: ["forbidden"],
} as const satisfies Operation;
