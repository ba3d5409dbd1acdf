import { takeNotificationOperation } from "#lib/contract/notifications.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { takeNotification } from "#lib/services/payments/take-notification.ts";

export const POST = endpoint(takeNotificationOperation, async ({ params, body, headers }) => {
  await takeNotification({ ...params, delivery: { body, headers } });
  return ok({ received: true });
});
