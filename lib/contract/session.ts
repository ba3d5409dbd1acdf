import { z } from "zod";
import { environments } from "./environment.ts";
import type { Operation } from "./operation.ts";
import { organizationKinds } from "./organization-kind.ts";
import { roles } from "./role.ts";
import { tiers } from "./tier.ts";

export const sessionResource = z
  .object({
    member: z.object({ id: z.string(), email: z.string(), role: z.enum(roles) }),
    organization: z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(organizationKinds),
      tier: z.enum(tiers),
    }),
    environments: z.array(z.enum(environments)).meta({ description: "Those served here" }),
    secondFactor: z.boolean().meta({ description: "Whether the member signs in with a code too" }),
  })
  .meta({ id: "Session" });

export const signInOptions = z.object({
  signUp: z.boolean().meta({ description: "Whether anybody may make an organization" }),
  oidc: z.object({ name: z.string() }).nullable(),
  demo: z.boolean().meta({ description: "Whether DATA_DIR/demo.json says how to sign in" }),
});

export type SessionResource = z.output<typeof sessionResource>;
export type SignInOptions = z.output<typeof signInOptions>;

export const getSessionOperation = {
  operationId: "getSession",
  method: "GET",
  path: "/api/console/session",
  tag: "Console",
  summary: "Who is signed in, and for which organization",
  role: "viewer",
  acrossEnvironments: true,
  rateClass: "reads",
  response: sessionResource,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const endAllSessionsOperation = {
  operationId: "endAllSessions",
  method: "POST",
  path: "/api/console/session/end-all",
  tag: "Console",
  summary: "Sign out everywhere",
  role: "viewer",
  acrossEnvironments: true,
  rateClass: "writes",
  response: z.object({ ended: z.literal(true) }),
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const signInOptionsOperation = {
  operationId: "signInOptions",
  method: "GET",
  path: "/api/console/sign-in-options",
  tag: "Console",
  summary: "The ways to sign in to this installation",
  scope: null,
  rateClass: "reads",
  response: signInOptions,
  statuses: [200],
  errors: [],
} as const satisfies Operation;
