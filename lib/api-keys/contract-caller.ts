import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { scopes } from "#lib/core/permissions.ts";
import { environments, organizationKinds } from "#lib/core/vocabulary.ts";

const callerDescription = z
  .object({
    organization: z.object({
      organizationId: z.string(),
      name: z.string(),
      kind: z.enum(organizationKinds),
    }),
    environment: z.enum(environments),
    scopes: z.array(z.enum(scopes)),
    apiKey: z
      .object({
        id: z.string(),
        name: z.string(),
        hint: z.string().meta({ description: "Prefix and last characters, to tell keys apart" }),
        expiresAt: timestamp.nullable(),
      })
      .nullable()
      .meta({ description: "null for a session of the console" }),
  })
  .meta({ id: "Caller" });

export type CallerDescription = z.output<typeof callerDescription>;

export const getCallerOperation = {
  operationId: "getCaller",
  method: "GET",
  path: "/api/v1/caller",
  tag: "Service",
  summary: "Whose key this is, and what it may do",
  description: "Any key may ask: for a check of the settings at the start of a program.",
  scope: "any",
  leastRole: "viewer",
  rateClass: "reads",
  response: callerDescription,
  statuses: [200],
  errors: [],
} as const satisfies Operation;
