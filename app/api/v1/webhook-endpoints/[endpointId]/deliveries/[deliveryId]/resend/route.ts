import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { resendDeliveryOperation } from "#lib/webhooks/contract-deliveries.ts";
import { resendDelivery } from "#lib/webhooks/resend.ts";

export const POST = endpoint(resendDeliveryOperation, async ({ caller, params }) =>
  ok(await resendDelivery({ caller, ...params })),
);
