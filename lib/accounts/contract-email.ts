import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";
import { emailText } from "#lib/core/text.ts";

export const emailChange = z.object({ email: emailText });
export const emailConfirmation = z.object({ token: z.string().min(1).max(128) });

const email = {
  method: "POST",
  tag: "Console",
  role: "viewer",
  acrossEnvironments: true,
  rateClass: "writes",
  statuses: [200],
} as const;

const sent = z.object({ sent: z.literal(true) });

export const changeEmailOperation = {
  ...email,
  operationId: "changeEmail",
  path: "/api/console/email",
  summary:
    "Send a link to the member's new address; the answer is the same for every other address",
  stepUp: true,
  body: emailChange,
  response: sent,
  errors: ["conflict", "rate_limit_exceeded"],
} as const satisfies Operation;

export const sendConfirmationOperation = {
  ...email,
  operationId: "sendEmailConfirmation",
  path: "/api/console/email/confirmation",
  summary: "Send a link that confirms the member's unconfirmed address",
  response: sent,
  errors: ["conflict", "rate_limit_exceeded"],
} as const satisfies Operation;

export const openConfirmationOperation = {
  ...email,
  operationId: "openEmailConfirmation",
  path: "/api/console/email/open",
  summary: "The address that the link confirms",
  rateClass: "reads",
  body: emailConfirmation,
  response: z.object({ email: z.string() }),
  errors: ["not_found"],
} as const satisfies Operation;

export const confirmEmailOperation = {
  ...email,
  operationId: "confirmEmail",
  path: "/api/console/email/confirm",
  summary: "Confirm the address by its link, once",
  body: emailConfirmation,
  response: z.object({ email: z.string() }),
  errors: ["not_found", "conflict"],
} as const satisfies Operation;
