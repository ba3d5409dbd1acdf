import { takeNotificationOperation } from "#lib/contract/notifications.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { serviceUrl } from "#lib/http/service-url.ts";
import { webhookUrl } from "#lib/services/gateways/webhook-url.ts";
import { takeNotification } from "#lib/services/payments/take-notification.ts";

export const POST = endpoint(takeNotificationOperation, async ({ params, body, headers }) => {
  const url = webhookUrl({ serviceUrl: serviceUrl(headers), ...params });
  await takeNotification({ ...params, delivery: { body, headers, url } });
  return ok({ received: true });
});
