import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";
import { emailText } from "#lib/core/text.ts";
import { newPassword } from "./contract.ts";

const token = z.string().min(1).max(128);
const resetRequest = z.object({ email: emailText });
export const newPasswordChoice = z.object({ token, password: newPassword });

const openedReset = z.object({ email: z.string() });

export type OpenedReset = z.output<typeof openedReset>;

const reset = { tag: "Console", scope: null, rateClass: "writes", statuses: [200] } as const;

export const requestResetOperation = {
  ...reset,
  operationId: "requestPasswordReset",
  method: "POST",
  path: "/api/console/password-reset",
  summary: "Send a link for a new password; the answer is the same for every address",
  body: resetRequest,
  response: z.object({ sent: z.literal(true) }),
  errors: ["rate_limit_exceeded"],
} as const satisfies Operation;

export const openResetOperation = {
  ...reset,
  operationId: "openPasswordReset",
  method: "POST",
  path: "/api/console/password-reset/open",
  summary: "The account whose password the link sets",
  rateClass: "reads",
  body: z.object({ token }),
  response: openedReset,
  errors: ["not_found"],
} as const satisfies Operation;

export const confirmResetOperation = {
  ...reset,
  operationId: "confirmPasswordReset",
  method: "POST",
  path: "/api/console/password-reset/confirm",
  summary: "Set a new password by the link, once, and end every session",
  body: newPasswordChoice,
  response: z.object({ changed: z.literal(true) }),
  errors: ["not_found"],
} as const satisfies Operation;
