import { z } from "zod";
import { madeKey } from "#lib/api-keys/contract.ts";
import { timestamp } from "#lib/core/date-time.ts";
import { checkLogoUri } from "#lib/core/logo.ts";
import type { Operation } from "#lib/core/operation.ts";
import { roles } from "#lib/core/permissions.ts";
import { idText, nameText } from "#lib/core/text.ts";
import { rateClasses, tiers } from "#lib/core/tiers.ts";
import { environments, organizationKinds } from "#lib/core/vocabulary.ts";

/** One visible line. */
export const organizationName = nameText
  .trim()
  .min(1, "must not be empty")
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, "must be one line of printable characters");

const limitsOfTier = z.object({
  tier: z.enum(tiers),
  limits: z.record(z.enum(rateClasses), z.int()).meta({ description: "Requests per minute" }),
});

const organization = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(organizationKinds),
    tier: z.enum(tiers),
    limits: z.array(limitsOfTier).meta({ description: "Of every tier, the lowest first" }),
    approvedEnvironments: z
      .array(z.enum(environments))
      .meta({ description: "The open environments; the operator opens the others" }),
    createdAt: timestamp,
    logo: z.string().nullable().meta({ description: "A data URI; null without a logo" }),
    requiresSecondFactor: z.boolean().meta({ description: "Of every member" }),
    removable: z
      .boolean()
      .meta({ description: "False while it holds payments or cardholders, in any environment" }),
  })
  .meta({ id: "Organization" });

const logoUri = z.string().superRefine((uri, context) => {
  const check = checkLogoUri(uri);
  if (check.state === "refused") context.addIssue({ code: "custom", message: check.reason });
});

export const organizationChange = z.object({ name: organizationName });
const organizationRemoval = z.object({
  name: z.string().max(256).meta({ description: "The current name, to confirm" }),
});

export type Organization = z.output<typeof organization>;
export type OrganizationJson = z.input<typeof organization>;

const organizationOperation = {
  path: "/api/console/organization",
  tag: "Console",
  acrossEnvironments: true,
  statuses: [200],
} as const;

export const getOrganizationOperation = {
  ...organizationOperation,
  operationId: "getOrganization",
  method: "GET",
  summary: "The organization, and the limits of each tier",
  role: "viewer",
  rateClass: "reads",
  response: organization,
  errors: [],
} as const satisfies Operation;

export const renameOrganizationOperation = {
  ...organizationOperation,
  operationId: "renameOrganization",
  method: "PUT",
  summary: "Rename the organization",
  role: "owner",
  rateClass: "writes",
  body: organizationChange,
  response: organization,
  errors: [],
} as const satisfies Operation;

export const removeOrganizationOperation = {
  ...organizationOperation,
  operationId: "removeOrganization",
  method: "DELETE",
  summary: "Remove an organization that holds no payments or cardholders",
  role: "owner",
  stepUp: true,
  rateClass: "writes",
  body: organizationRemoval,
  response: z.object({ removed: z.literal(true) }),
  errors: ["conflict"],
} as const satisfies Operation;

const logoOperation = {
  ...organizationOperation,
  path: "/api/console/organization/logo",
  role: "owner",
  rateClass: "writes",
  response: organization,
  errors: [],
} as const;

export const setLogoOperation = {
  ...logoOperation,
  operationId: "setLogo",
  method: "PUT",
  summary: "Set the logo on the organization's receipts",
  body: z.object({ logo: logoUri }),
} as const satisfies Operation;

export const removeLogoOperation = {
  ...logoOperation,
  operationId: "removeLogo",
  method: "DELETE",
  summary: "Print no logo on receipts from now on",
} as const satisfies Operation;

export const requireSecondFactorOperation = {
  ...organizationOperation,
  operationId: "requireSecondFactor",
  method: "PUT",
  path: "/api/console/organization/second-factor",
  summary: "Require a second factor of every member, or stop",
  role: "owner",
  stepUp: true,
  rateClass: "writes",
  body: z.object({ required: z.boolean() }),
  response: organization,
  errors: [],
} as const satisfies Operation;

const member = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(roles),
    createdAt: timestamp,
    lastSeenAt: timestamp.nullable(),
    secondFactor: z.boolean(),
  })
  .meta({ id: "Member" });

const roleChange = z.object({ role: z.enum(roles) });

export type Member = z.output<typeof member>;
export type MemberJson = z.input<typeof member>;

const params = z.object({ memberId: idText });
const memberOperation = { tag: "Console", acrossEnvironments: true, statuses: [200] } as const;

export const listMembersOperation = {
  ...memberOperation,
  operationId: "listMembers",
  method: "GET",
  path: "/api/console/members",
  summary: "The members of the organization",
  role: "viewer",
  rateClass: "reads",
  mayBeStale: true,
  response: z.object({ members: z.array(member) }),
  errors: [],
} as const satisfies Operation;

export const exportMembersOperation = {
  ...memberOperation,
  operationId: "exportMembers",
  method: "GET",
  path: "/api/console/members/export",
  summary: "The same members as CSV",
  role: "viewer",
  rateClass: "reads",
  mayBeStale: true,
  errors: [],
} as const satisfies Operation;

export const changeRoleOperation = {
  ...memberOperation,
  operationId: "changeRole",
  method: "PUT",
  path: "/api/console/members/{memberId}",
  summary: "Give a member another role",
  role: "owner",
  stepUp: true,
  rateClass: "writes",
  params,
  body: roleChange,
  response: member,
  errors: ["not_found", "conflict", "service_unavailable"],
} as const satisfies Operation;

export const removeMemberOperation = {
  ...memberOperation,
  operationId: "removeMember",
  method: "DELETE",
  path: "/api/console/members/{memberId}",
  summary: "Remove a member and end their sessions",
  role: "owner",
  stepUp: true,
  rateClass: "writes",
  params,
  response: z.object({
    memberId: z.string(),
    removed: z.literal(true),
    keysMade: z.array(madeKey).meta({ description: "Usable keys that the member created" }),
  }),
  errors: ["not_found", "conflict"],
} as const satisfies Operation;
