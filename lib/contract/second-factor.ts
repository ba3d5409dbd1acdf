import { z } from "zod";
import type { Operation } from "./operation.ts";
import { givenPassword } from "./password.ts";

export const totpSetup = z.object({
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

export const recoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).meta({ description: "Shown once; each works once" }),
});

export const secondFactorRemoval = z.object({ password: givenPassword });

export type TotpSetup = z.output<typeof totpSetup>;

const secondFactor = {
  path: "/api/console/second-factor",
  tag: "Console",
  role: "viewer",
  acrossEnvironments: true,
  rateClass: "writes",
} as const;

export const beginSecondFactorOperation = {
  ...secondFactor,
  operationId: "beginSecondFactor",
  method: "POST",
  summary: "Begin a second factor for oneself: a secret for an authenticator app",
  response: totpSetup,
  statuses: [201],
  errors: ["conflict"],
} as const satisfies Operation;

export const confirmSecondFactorOperation = {
  ...secondFactor,
  operationId: "confirmSecondFactor",
  method: "PUT",
  summary: "Take the second factor into use with a first code",
  body: totpConfirmation,
  response: recoveryCodes,
  statuses: [200],
  errors: ["conflict", "rate_limit_exceeded"],
} as const satisfies Operation;

export const removeSecondFactorOperation = {
  ...secondFactor,
  operationId: "removeSecondFactor",
  method: "DELETE",
  summary: "Sign in without a second factor from now on",
  body: secondFactorRemoval,
  response: z.object({ removed: z.literal(true) }),
  statuses: [200],
  errors: ["not_found", "rate_limit_exceeded"],
} as const satisfies Operation;
