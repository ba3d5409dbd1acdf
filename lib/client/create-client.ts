import { type ClientOptions, createCall } from "./call.ts";
import { createCallers } from "./caller.ts";
import { readBaseUrl, requireKey } from "./check-options.ts";
import { createEvents } from "./events.ts";
import { createKeys } from "./keys.ts";
import type { PaymentRequest } from "./payments.ts";
import { createPayments } from "./payments.ts";
import { createReceipts } from "./receipts.ts";
import type { Gateway } from "./schemas.ts";
import { type SettleOptions, settlePayment } from "./settle-payment.ts";
import { createUsers } from "./users.ts";
import { createWebhookEndpoints } from "./webhook-endpoints.ts";

export type Client = ReturnType<typeof createClient>;

/**
 * A client of one service: `createClient({ baseUrl, apiKey })`. It holds no connection and needs no closing. Throws
 * TypeError for a `baseUrl` or an `apiKey` that cannot work.
 */
export function createClient(options: ClientOptions) {
  requireKey(options);
  const call = createCall({ ...options, baseUrl: readBaseUrl(options.baseUrl) });
  const payments = createPayments(call);
  return {
    payments: {
      ...payments,
      /** Takes a payment as a till should: see settlePayment. */
      createAndSettle: (gateway: Gateway, body: PaymentRequest, options?: SettleOptions) =>
        settlePayment(payments, { gateway, body }, options),
    },
    receipts: createReceipts(call),
    users: createUsers(call),
    keys: createKeys(call),
    events: createEvents(call),
    webhookEndpoints: createWebhookEndpoints(call),
    caller: createCallers(call),
  };
}
