import { webhookUrl } from "#lib/gateways/connections.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { takeNotificationOperation } from "#lib/payments/contract.ts";
import { takeNotification } from "#lib/payments/take-notification.ts";

export const POST = endpoint(
  takeNotificationOperation,
  async ({ params, body, headers, address }) => {
    const delivery = { body, headers, url: webhookUrl(params) };
    await takeNotification({ ...params, delivery, address });
    return ok({ received: true });
  },
);
