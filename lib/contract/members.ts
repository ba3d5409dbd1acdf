import { z } from "zod";
import type { Operation } from "./operation.ts";
import { roles } from "./role.ts";
import { idText } from "./text.ts";

export const memberResource = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(roles),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime().nullable(),
    secondFactor: z.boolean(),
  })
  .meta({ id: "Member" });

export const roleChange = z.object({ role: z.enum(roles) });

export type MemberResource = z.output<typeof memberResource>;

const params = z.object({ memberId: idText });
const member = { tag: "Console", acrossEnvironments: true, statuses: [200] } as const;

export const listMembersOperation = {
  ...member,
  operationId: "listMembers",
  method: "GET",
  path: "/api/console/members",
  summary: "The people of the organization",
  role: "viewer",
  rateClass: "reads",
  response: z.object({ members: z.array(memberResource) }),
  errors: [],
} as const satisfies Operation;

export const changeRoleOperation = {
  ...member,
  operationId: "changeRole",
  method: "PUT",
  path: "/api/console/members/{memberId}",
  summary: "Give a member another role",
  role: "owner",
  rateClass: "writes",
  params,
  body: roleChange,
  response: memberResource,
  errors: ["not_found", "conflict"],
} as const satisfies Operation;

export const removeMemberOperation = {
  ...member,
  operationId: "removeMember",
  method: "DELETE",
  path: "/api/console/members/{memberId}",
  summary: "Remove a member; its sessions end",
  role: "owner",
  rateClass: "writes",
  params,
  response: z.object({ memberId: z.string(), removed: z.literal(true) }),
  errors: ["not_found", "conflict"],
} as const satisfies Operation;
