import { z } from "zod";
import type { Operation } from "./operation.ts";
import { gatewayParam } from "./payments.ts";
import { idText } from "./text.ts";

/** Called by payment providers, which prove themselves by their signature; not in the document. */
export const takeNotificationOperation = {
  operationId: "takeNotification",
  method: "POST",
  path: "/api/gateways/{gateway}/{connectionId}/webhook",
  tag: "Service",
  summary: "A payment provider's notification",
  scope: null,
  // All merchants' notifications come from a provider's few addresses.
  rateClass: null,
  params: z.object({ gateway: gatewayParam, connectionId: idText }),
  rawBody: true,
  response: z.object({ received: z.literal(true) }),
  statuses: [200],
  errors: ["not_found", "invalid_signature"],
} as const satisfies Operation;
