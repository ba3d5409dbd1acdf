import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { idText } from "#lib/core/text.ts";

const sessionEntry = z
  .object({
    id: z.string(),
    device: z.string().meta({ description: "Browser and system, as the browser states them" }),
    address: z.string().nullable().meta({ description: "Where the sign-in came from" }),
    createdAt: timestamp,
    lastSeenAt: timestamp.meta({ description: "To the minute" }),
    current: z.boolean().meta({ description: "Whether this request came with it" }),
  })
  .meta({ id: "SessionEntry" });

export type SessionEntry = z.output<typeof sessionEntry>;
export type SessionEntryJson = z.input<typeof sessionEntry>;

const ofMember = {
  tag: "Console",
  role: "viewer",
  acrossEnvironments: true,
  statuses: [200],
} as const;
const params = z.object({ sessionId: idText });

export const listSessionsOperation = {
  ...ofMember,
  operationId: "listSessions",
  method: "GET",
  path: "/api/console/sessions",
  summary: "The member's sessions",
  rateClass: "reads",
  response: z.object({ sessions: z.array(sessionEntry) }),
  errors: [],
} as const satisfies Operation;

export const endSessionOperation = {
  ...ofMember,
  operationId: "endSession",
  method: "DELETE",
  path: "/api/console/sessions/{sessionId}",
  summary: "End one session of the member",
  rateClass: "writes",
  stepUp: true,
  params,
  response: z.object({ sessionId: z.string(), ended: z.literal(true) }),
  errors: ["not_found"],
} as const satisfies Operation;

export const endOtherSessionsOperation = {
  ...ofMember,
  operationId: "endOtherSessions",
  method: "POST",
  path: "/api/console/sessions/end-others",
  summary: "End every session of the member but this one",
  rateClass: "writes",
  stepUp: true,
  response: z.object({ ended: z.literal(true) }),
  errors: [],
} as const satisfies Operation;

export const endAllSessionsOperation = {
  ...ofMember,
  operationId: "endAllSessions",
  method: "POST",
  path: "/api/console/session/end-all",
  summary: "Sign out everywhere",
  rateClass: "writes",
  stepUp: true,
  response: z.object({ ended: z.literal(true) }),
  errors: [],
} as const satisfies Operation;
