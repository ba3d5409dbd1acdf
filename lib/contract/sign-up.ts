import { z } from "zod";
import { emailText } from "./email.ts";
import type { Operation } from "./operation.ts";
import { organizationName } from "./organization.ts";
import { organizationKinds } from "./organization-kind.ts";
import { isEmail, newPassword, passwordIsEmail } from "./password.ts";

export const signUpRequest = z
  .object({
    organizationName,
    kind: z.enum(organizationKinds),
    email: emailText,
    password: newPassword,
  })
  .refine(({ email, password }) => !isEmail(password, email), {
    path: ["password"],
    error: passwordIsEmail,
  });

export type SignUpRequest = z.output<typeof signUpRequest>;

export const signUpOperation = {
  operationId: "signUp",
  method: "POST",
  path: "/api/console/sign-up",
  tag: "Console",
  summary: "Make an organization and its first member, who owns it",
  scope: null,
  rateClass: "writes",
  body: signUpRequest,
  response: z.object({ organizationId: z.string(), memberId: z.string() }),
  statuses: [201],
  errors: ["forbidden", "conflict"],
} as const satisfies Operation;
