import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";
import { MIN_PASSWORD_LENGTH } from "#lib/core/password-length.ts";
import { roles } from "#lib/core/permissions.ts";
import { tiers } from "#lib/core/tiers.ts";
import { environments, organizationKinds } from "#lib/core/vocabulary.ts";

const sessionResource = z
  .object({
    member: z.object({
      id: z.string(),
      email: z.string(),
      emailConfirmed: z.boolean().meta({
        description: "False for members from before addresses were confirmed, who get no notices",
      }),
      role: z.enum(roles),
      isGuest: z.boolean().meta({ description: "Of the demo, who only looks around" }),
    }),
    organization: z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(organizationKinds),
      tier: z.enum(tiers),
    }),
    environments: z
      .array(z.enum(environments))
      .meta({ description: "The environments that are served here and open to the organization" }),
    secondFactor: z.boolean().meta({ description: "Whether the member has an app or a passkey" }),
    secondFactorRequired: z.boolean().meta({
      description: "Whether the member must have one before anything else",
    }),
    authenticatorApp: z.boolean(),
    passkeys: z.int(),
  })
  .meta({ id: "Session" });

const signInOptions = z.object({
  signUp: z.boolean().meta({ description: "Whether sign-up is open" }),
  oidc: z.object({ name: z.string() }).nullable(),
  passkeys: z.boolean().meta({ description: "Whether the public URL allows passkeys" }),
  demo: z.boolean().meta({ description: "Whether DATA_DIR/demo.json says how to sign in" }),
  mailbox: z
    .boolean()
    .meta({ description: "Whether mail is written, and this browser may read it" }),
});

export type SessionResource = z.output<typeof sessionResource>;
export type SignInOptions = z.output<typeof signInOptions>;

export const getSessionOperation = {
  operationId: "getSession",
  method: "GET",
  path: "/api/console/session",
  tag: "Console",
  summary: "The signed-in member and organization; null without a session",
  role: "viewer",
  acrossEnvironments: true,
  // An error would appear in the browser's console of every page that only asks who is signed in.
  orNobody: true,
  beforeSecondFactor: true,
  rateClass: "reads",
  response: sessionResource.nullable(),
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const signInOptionsOperation = {
  operationId: "signInOptions",
  method: "GET",
  path: "/api/console/sign-in-options",
  tag: "Console",
  summary: "The ways to sign in to this installation",
  scope: null,
  rateClass: "reads",
  response: signInOptions,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

const MAX_PASSWORD_LENGTH = 1024;

/** A password to check: any text that may have been accepted in the past. */
const currentPassword = z.string().min(1).max(MAX_PASSWORD_LENGTH);

/**
 * A new password is long. There are no rules about kinds of characters (NIST SP 800-63B section 3.1.1.2), and
 * the service estimates how many guesses it takes.
 */
export const newPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `must have ${MIN_PASSWORD_LENGTH} characters or more`)
  .max(MAX_PASSWORD_LENGTH, `must have ${MAX_PASSWORD_LENGTH} characters or fewer`)
  .refine((text) => text.isWellFormed() && !text.includes("\0"), "must be plain text");

export const passwordChange = z.object({ currentPassword, newPassword });

export type PasswordChange = z.output<typeof passwordChange>;

export const changePasswordOperation = {
  operationId: "changePassword",
  method: "PUT",
  path: "/api/console/password",
  tag: "Console",
  summary: "Change the member's password and end every other session",
  role: "viewer",
  acrossEnvironments: true,
  stepUp: true,
  rateClass: "writes",
  body: passwordChange,
  response: z.object({ changed: z.literal(true) }),
  statuses: [200],
  errors: ["rate_limit_exceeded"],
} as const satisfies Operation;

const totpSetup = z.object({
  secret: z.string().meta({ description: "Base32, shown once" }),
  uri: z.string().meta({ description: "The same for an app's camera" }),
});

export const totpConfirmation = z.object({
  code: z
    .string()
    .max(64)
    .transform((text) => text.replace(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, "must be the six digits that the app shows")),
});

const recoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).meta({ description: "Shown once; each works once" }),
});

export type TotpSetup = z.output<typeof totpSetup>;

const secondFactor = {
  path: "/api/console/second-factor",
  tag: "Console",
  role: "viewer",
  acrossEnvironments: true,
  stepUp: true,
  rateClass: "writes",
} as const;

export const beginSecondFactorOperation = {
  ...secondFactor,
  beforeSecondFactor: true,
  operationId: "beginSecondFactor",
  method: "POST",
  summary: "Set up an authenticator app: a secret for it",
  response: totpSetup,
  statuses: [201],
  errors: ["conflict"],
} as const satisfies Operation;

export const confirmSecondFactorOperation = {
  ...secondFactor,
  beforeSecondFactor: true,
  operationId: "confirmSecondFactor",
  method: "PUT",
  summary: "Turn the app on with its first code",
  body: totpConfirmation,
  response: recoveryCodes,
  statuses: [200],
  errors: ["conflict", "rate_limit_exceeded"],
} as const satisfies Operation;

export const removeSecondFactorOperation = {
  ...secondFactor,
  operationId: "removeSecondFactor",
  method: "DELETE",
  summary: "Remove the app; not the last second factor of a member who must have one",
  response: z.object({ removed: z.literal(true) }),
  statuses: [200],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;
