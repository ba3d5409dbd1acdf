import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { passkeyAnswer, passkeyRequest } from "./contract-passkeys.ts";

/** How long a sign-in or a fresh proof of identity counts. */
export const STEP_UP_MINUTES = 5;

export const passwordStepUp = z.object({
  password: z.string().min(1).max(1024),
  code: z.string().max(64).optional().meta({
    description: "Of the authenticator app, or a recovery code; needed with a second factor",
  }),
});

export type PasswordStepUp = z.output<typeof passwordStepUp>;

const steppedUp = z.object({ until: timestamp });

const stepUp = {
  tag: "Console",
  role: "viewer",
  acrossEnvironments: true,
  beforeSecondFactor: true,
  rateClass: "writes",
  statuses: [200],
} as const;

export const stepUpOperation = {
  ...stepUp,
  operationId: "stepUp",
  method: "POST",
  path: "/api/console/step-up",
  summary: "Prove the member's identity by password and code",
  body: passwordStepUp,
  response: steppedUp,
  errors: ["rate_limit_exceeded"],
} as const satisfies Operation;

const byPasskey = { ...stepUp, path: "/api/console/step-up/passkey" } as const;

export const beginPasskeyStepUpOperation = {
  ...byPasskey,
  operationId: "beginPasskeyStepUp",
  method: "POST",
  summary: "Begin a proof by one of the member's passkeys",
  response: passkeyRequest,
  errors: ["not_found"],
} as const satisfies Operation;

export const stepUpByPasskeyOperation = {
  ...byPasskey,
  operationId: "stepUpByPasskey",
  method: "PUT",
  summary: "Prove the member's identity by a passkey",
  body: z.object({ response: passkeyAnswer }),
  response: steppedUp,
  errors: [],
} as const satisfies Operation;
