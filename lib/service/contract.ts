import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";
import type { Scope } from "#lib/core/permissions.ts";

const health = z.object({ status: z.literal("alive") }).meta({ id: "Health" });

export const readiness = z
  .object({
    status: z.literal("ready"),
    checks: z.object({
      database: z.literal("ok"),
      migrations: z.literal("ok"),
      keyring: z.literal("ok"),
      queue: z.literal("ok"),
    }),
    standby: z
      .object({
        state: z.enum(["starting", "used", "late", "away", "unfit"]).meta({
          description:
            "`used`: the consoles read from it. Otherwise they read from the primary, and the service is ready all the same",
        }),
        lagMs: z.int().nullable().meta({
          description: "How far it is behind at most, in milliseconds; null while that is unknown",
        }),
      })
      .optional()
      .meta({ description: "Of the process that answers, where `DATABASE_READ_URL` is set" }),
  })
  .meta({ id: "Readiness" });

export const healthOperation = {
  operationId: "health",
  method: "GET",
  path: "/api/health",
  tag: "Service",
  summary: "The process is alive",
  description:
    "Does not query the database: for a supervisor that restarts a process without an answer.",
  scope: null,
  rateClass: null,
  response: health,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const readyOperation = {
  operationId: "ready",
  method: "GET",
  path: "/api/ready",
  tag: "Service",
  summary: "The service can take requests",
  description:
    "503 names what is missing: for a load balancer that sends requests elsewhere meanwhile.",
  scope: null,
  rateClass: null,
  response: readiness,
  statuses: [200],
  errors: ["service_unavailable"],
} as const satisfies Operation;

/** For the operator's monitoring, and not in the public document. */
export const metricsOperation = {
  operationId: "metrics",
  method: "GET",
  path: "/api/metrics",
  tag: "Service",
  summary: "The metrics of the service",
  scope: null,
  // Scrapes arrive every few seconds; guesses at the token are limited.
  rateClass: null,
  limitsRefusals: true,
  statuses: [200],
  errors: ["unauthorized", "not_found", "service_unavailable"],
} as const satisfies Operation;

export const openapiOperation = {
  operationId: "openapi",
  method: "GET",
  path: "/api/v1/openapi.json",
  tag: "Service",
  summary: "The API as an OpenAPI document",
  description: "This document, built from the schemas that the service enforces.",
  scope: null,
  rateClass: "reads",
  statuses: [200],
  errors: [],
} as const satisfies Operation;

/** A path that needs a key, with the scopes of which one is enough. */
export type ApiRoute = { path: string; scopes: readonly Scope[] };
