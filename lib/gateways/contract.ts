import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { gatewayParam, idText } from "#lib/core/text.ts";

const circuitStates = ["closed", "open", "half_open"] as const;

/** Without the credentials: they are never shown again. */
const gatewayConnection = z
  .object({
    connectionId: z.string(),
    gateway: gatewayParam,
    provider: z.string(),
    account: z.string().nullable().meta({
      description: "The provider's own id of the account; null where the key may not ask for it",
    }),
    circuit: z.enum(circuitStates).meta({
      description: "`open` while payments are refused because the provider is not answering",
    }),
    webhookUrl: z.string().nullable().meta({
      description: "To enter at the provider; null for one that sends no notifications",
    }),
    lastNotificationAt: timestamp.nullable().meta({
      description: "When the provider's last notification came in, to the minute",
    }),
    events: z
      .array(z.object({ type: z.string(), lastReceivedAt: timestamp.nullable() }))
      .meta({ description: "The events to select at the provider, and when each last came in" }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "GatewayConnection" });

const connectionRequest = z.object({
  provider: idText,
  credentials: z.record(z.string().max(128), z.unknown()).default({}),
});

const connectionTest = z.object({
  gateway: gatewayParam,
  provider: z.string(),
  result: z.enum(["ok", "refused", "unreachable"]),
  reason: z.string().nullable().meta({ description: "The provider's code where it refused" }),
  currency: z.string().nullable().meta({
    description: "The one that the account takes, in lower case; null where it takes several",
  }),
});

export type ConnectionResource = z.output<typeof gatewayConnection>;
/** As it comes to a page. */
export type ConnectionJson = z.input<typeof gatewayConnection>;
export type ConnectionRequest = z.output<typeof connectionRequest>;
export type ConnectionTest = z.output<typeof connectionTest>;

const params = z.object({ gateway: gatewayParam });

export const listConnectionsOperation = {
  operationId: "listConnections",
  method: "GET",
  path: "/api/console/gateways",
  tag: "Console",
  summary: "The organization's connections in the environment",
  role: "viewer",
  rateClass: "reads",
  response: z.object({ connections: z.array(gatewayConnection) }),
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const saveConnectionOperation = {
  operationId: "saveConnection",
  method: "PUT",
  path: "/api/console/gateways/{gateway}",
  tag: "Console",
  summary: "Connect a provider, or replace its credentials",
  role: "developer",
  stepUp: true,
  rateClass: "writes",
  params,
  body: connectionRequest,
  response: gatewayConnection,
  statuses: [201, 200],
  errors: ["service_unavailable"],
} as const satisfies Operation;

export const removeConnectionOperation = {
  operationId: "removeConnection",
  method: "DELETE",
  path: "/api/console/gateways/{gateway}",
  tag: "Console",
  summary: "Remove a connection and its credentials",
  description:
    "New payments no longer go through it. Payments that wait for its provider are " +
    "finished with it; the credentials are erased an hour later, or when none of them is left.",
  role: "developer",
  stepUp: true,
  rateClass: "writes",
  params,
  response: z.object({ gateway: gatewayParam, removed: z.literal(true) }),
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const testConnectionOperation = {
  operationId: "testConnection",
  method: "POST",
  path: "/api/console/gateways/{gateway}/test",
  tag: "Console",
  summary: "Ask the provider whether it accepts the saved credentials",
  role: "developer",
  rateClass: "writes",
  params,
  response: connectionTest,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;
