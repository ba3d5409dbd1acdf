import { z } from "zod";
import type { Operation } from "./operation.ts";

export const setupSteps = [
  "api_key",
  "first_payment",
  "first_receipt_opened",
  "gateway_connected",
] as const;

export type SetupStep = (typeof setupSteps)[number];

export const setup = z.object({
  steps: z.array(
    z.object({
      name: z.enum(setupSteps),
      done: z.boolean(),
      doneAt: z.iso.datetime().nullable(),
    }),
  ),
});

export type Setup = z.output<typeof setup>;

export const getSetupOperation = {
  operationId: "getSetup",
  method: "GET",
  path: "/api/console/setup",
  tag: "Console",
  summary: "How far the organization's integration is in the environment",
  role: "viewer",
  rateClass: "reads",
  response: setup,
  statuses: [200],
  errors: [],
} as const satisfies Operation;
