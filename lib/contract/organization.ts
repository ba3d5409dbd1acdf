import { z } from "zod";
import type { Operation } from "./operation.ts";
import { organizationKinds } from "./organization-kind.ts";
import { nameText } from "./text.ts";
import { rateClasses, tiers } from "./tier.ts";

/** One line that shows something. */
export const organizationName = nameText
  .trim()
  .min(1, "must not be empty")
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, "must be one line of printable characters");

const limitsOfTier = z.object({
  tier: z.enum(tiers),
  limits: z.record(z.enum(rateClasses), z.int()).meta({ description: "Requests per minute" }),
});

export const organizationResource = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(organizationKinds),
    tier: z.enum(tiers),
    limits: z.array(limitsOfTier).meta({ description: "Of every tier, the smallest first" }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Organization" });

export const organizationChange = z.object({ name: organizationName });
export const organizationRemoval = z.object({
  name: z.string().max(256).meta({ description: "The name as it is, to confirm" }),
});

export type OrganizationResource = z.output<typeof organizationResource>;

const operation = {
  path: "/api/console/organization",
  tag: "Console",
  acrossEnvironments: true,
  statuses: [200],
} as const;

export const getOrganizationOperation = {
  ...operation,
  operationId: "getOrganization",
  method: "GET",
  summary: "The organization, and the limits of each tier",
  role: "viewer",
  rateClass: "reads",
  response: organizationResource,
  errors: [],
} as const satisfies Operation;

export const renameOrganizationOperation = {
  ...operation,
  operationId: "renameOrganization",
  method: "PUT",
  summary: "Rename the organization",
  role: "owner",
  rateClass: "writes",
  body: organizationChange,
  response: organizationResource,
  errors: [],
} as const satisfies Operation;

export const removeOrganizationOperation = {
  ...operation,
  operationId: "removeOrganization",
  method: "DELETE",
  summary: "Remove an organization that holds nobody's payments or receipts",
  role: "owner",
  rateClass: "writes",
  body: organizationRemoval,
  response: z.object({ removed: z.literal(true) }),
  errors: ["conflict"],
} as const satisfies Operation;
