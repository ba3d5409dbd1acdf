import { z } from "zod";
import { newPassword } from "#lib/accounts/contract.ts";
import type { Operation } from "#lib/core/operation.ts";
import { roles } from "#lib/core/permissions.ts";
import { emailText, idText } from "#lib/core/text.ts";

const invitationResource = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(roles),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    invitedBy: z.string().nullable().meta({ description: "Email; null once that member left" }),
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

export type InvitationResource = z.output<typeof invitationResource>;
export type InvitationRequest = z.output<typeof invitationRequest>;
export type OpenedInvitation = z.output<typeof openedInvitation>;

const list = {
  path: "/api/console/invitations",
  tag: "Console",
  acrossEnvironments: true,
} as const;

export const listInvitationsOperation = {
  ...list,
  operationId: "listInvitations",
  method: "GET",
  summary: "The invitations that are open",
  role: "viewer",
  rateClass: "reads",
  response: z.object({ invitations: z.array(invitationResource) }),
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const createInvitationOperation = {
  ...list,
  operationId: "createInvitation",
  method: "POST",
  summary: "Invite somebody by a link; an earlier one to the same address ends",
  role: "owner",
  rateClass: "writes",
  body: invitationRequest,
  response: z.object({
    invitation: invitationResource,
    link: z.url().meta({ description: "Shown once" }),
  }),
  statuses: [201],
  errors: ["conflict"],
} as const satisfies Operation;

export const removeInvitationOperation = {
  ...list,
  operationId: "removeInvitation",
  method: "DELETE",
  path: "/api/console/invitations/{invitationId}",
  summary: "Withdraw an invitation",
  role: "owner",
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
  summary: "Become a member; the link works once",
  scope: null,
  rateClass: "writes",
  body: invitationAcceptance,
  response: z.object({ memberId: z.string() }),
  statuses: [201],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;
