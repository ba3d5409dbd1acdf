import { z } from "zod";
import { newPassword } from "#lib/accounts/contract.ts";
import type { Operation } from "#lib/core/operation.ts";
import { emailText } from "#lib/core/text.ts";
import { organizationKinds } from "#lib/core/vocabulary.ts";
import { organizationName } from "./contract.ts";

const signUpRequest = z.object({
  organizationName,
  kind: z.enum(organizationKinds),
  email: emailText,
});

const token = z.string().min(1).max(128);
export const signUpConfirmation = z.object({ token, password: newPassword });

const openedSignUp = z.object({
  email: z.string(),
  organizationName: z.string(),
  kind: z.enum(organizationKinds),
});

export type SignUpRequest = z.output<typeof signUpRequest>;

const anybody = { tag: "Console", scope: null, rateClass: "writes" } as const;

export const signUpOperation = {
  ...anybody,
  operationId: "signUp",
  method: "POST",
  path: "/api/console/sign-up",
  summary: "Send a link that creates an account; the answer is the same for every address",
  body: signUpRequest,
  response: z.object({ sent: z.literal(true) }),
  statuses: [200],
  errors: ["forbidden", "rate_limit_exceeded"],
} as const satisfies Operation;

export const openSignUpOperation = {
  ...anybody,
  operationId: "openSignUp",
  method: "POST",
  path: "/api/console/sign-up/open",
  summary: "What the link creates",
  rateClass: "reads",
  body: z.object({ token }),
  response: openedSignUp,
  statuses: [200],
  errors: ["forbidden", "not_found"],
} as const satisfies Operation;

export const confirmSignUpOperation = {
  ...anybody,
  operationId: "confirmSignUp",
  method: "POST",
  path: "/api/console/sign-up/confirm",
  summary: "Create the organization and its first member, who owns it; the link works once",
  body: signUpConfirmation,
  response: z.object({ organizationId: z.string(), memberId: z.string() }),
  statuses: [201],
  errors: ["forbidden", "not_found", "conflict"],
} as const satisfies Operation;
