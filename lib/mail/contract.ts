import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { idText } from "#lib/core/text.ts";

const mailEntry = z.object({ id: z.string(), to: z.string(), subject: z.string(), at: timestamp });
const openedMail = mailEntry.extend({ text: z.string() });

export type MailEntry = z.output<typeof mailEntry>;
export type OpenedMail = z.output<typeof openedMail>;

const mailbox = { tag: "Console", scope: null, rateClass: "reads", sameOrigin: true } as const;
const params = z.object({ mailId: idText });

export const listMailsOperation = {
  ...mailbox,
  operationId: "listMails",
  method: "GET",
  path: "/api/mail",
  summary: "The emails that were written to the data folder instead of sent",
  response: z.object({ mails: z.array(mailEntry) }),
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const openMailOperation = {
  ...mailbox,
  operationId: "openMail",
  method: "GET",
  path: "/api/mail/{mailId}",
  summary: "One of these emails as text",
  params,
  response: openedMail,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const openMailPageOperation = {
  ...mailbox,
  operationId: "openMailPage",
  method: "GET",
  path: "/api/mail/{mailId}/page",
  summary: "The same as HTML",
  params,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;
