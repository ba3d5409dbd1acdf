import { publicUrl } from "#lib/config.ts";
import { webhookUrl } from "#lib/gateways/connections.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { takeNotificationOperation } from "#lib/payments/contract.ts";
import { takeNotification } from "#lib/payments/take-notification.ts";

export const POST = endpoint(takeNotificationOperation, async ({ params, body, headers }) => {
  const url = webhookUrl({ serviceUrl: publicUrl(), ...params });
  await takeNotification({ ...params, delivery: { body, headers, url } });
  return ok({ received: true });
});
