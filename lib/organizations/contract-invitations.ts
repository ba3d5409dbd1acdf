import { z } from "zod";
import { newPassword } from "#lib/accounts/contract.ts";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { roles } from "#lib/core/permissions.ts";
import { emailText, idText } from "#lib/core/text.ts";

const pendingInvitation = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(roles),
    createdAt: timestamp,
    expiresAt: timestamp,
    invitedBy: z.string().meta({ description: "Email of an owner" }),
    undelivered: z.boolean().meta({
      description: "Whether the mail server refused the letter for good, as for an unknown address",
    }),
  })
  .meta({ id: "Invitation" });

export const invitationRequest = z.object({ email: emailText, role: z.enum(roles) });

const token = z.string().min(1).max(128);
const invitationOpening = z.object({ token });
export const invitationAcceptance = z.object({ token, password: newPassword });

const openedInvitation = z.object({
  email: z.string(),
  role: z.enum(roles),
  organizationName: z.string(),
});

const createdInvitation = z.object({ invitation: pendingInvitation });

export type PendingInvitation = z.output<typeof pendingInvitation>;
export type PendingInvitationJson = z.input<typeof pendingInvitation>;
export type InvitationRequest = z.output<typeof invitationRequest>;
export type OpenedInvitation = z.output<typeof openedInvitation>;

const invitations = {
  path: "/api/console/invitations",
  tag: "Console",
  acrossEnvironments: true,
} as const;

export const listInvitationsOperation = {
  ...invitations,
  operationId: "listInvitations",
  method: "GET",
  summary: "The pending invitations",
  role: "viewer",
  rateClass: "reads",
  mayBeStale: true,
  response: z.object({ invitations: z.array(pendingInvitation) }),
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const createInvitationOperation = {
  ...invitations,
  operationId: "createInvitation",
  method: "POST",
  summary: "Send an invitation by mail, which replaces an earlier one to the same address",
  role: "owner",
  stepUp: true,
  rateClass: "writes",
  body: invitationRequest,
  response: createdInvitation,
  statuses: [201],
  errors: ["conflict", "rate_limit_exceeded", "service_unavailable"],
} as const satisfies Operation;

export const removeInvitationOperation = {
  ...invitations,
  operationId: "removeInvitation",
  method: "DELETE",
  path: "/api/console/invitations/{invitationId}",
  summary: "Withdraw an invitation",
  role: "owner",
  stepUp: true,
  rateClass: "writes",
  params: z.object({ invitationId: idText }),
  response: z.object({ invitationId: z.string(), removed: z.literal(true) }),
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const openInvitationOperation = {
  operationId: "openInvitation",
  method: "POST",
  path: "/api/console/invitations/open",
  tag: "Console",
  summary: "What the link of an invitation offers",
  scope: null,
  rateClass: "reads",
  body: invitationOpening,
  response: openedInvitation,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const acceptInvitationOperation = {
  operationId: "acceptInvitation",
  method: "POST",
  path: "/api/console/invitations/accept",
  tag: "Console",
  summary: "Join the organization; the link works once",
  scope: null,
  rateClass: "writes",
  body: invitationAcceptance,
  response: z.object({ memberId: z.string() }),
  statuses: [201],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;
