import type { Client } from "#lib/client/create-client.ts";
import type { PaymentRequest } from "#lib/client/payments.ts";
import type { Gateway } from "#lib/client/schemas.ts";
import type { QueueStorage } from "./queue-storage.ts";
import type { SealingOptions } from "./seal-sale.ts";

export type TillQueueOptions = {
  /** Of one organization and environment, for as long as the queue has open sales. */
  client: Client;
  gateway: Gateway;
  storage: QueueStorage;
  /** Seals each receipt when its sale is added, so that neither the storage nor the service can read it. */
  sealing?: SealingOptions | undefined;
  /** Headers of one create, such as `X-Merchant-Signature` over the body. */
  headers?: ((body: PaymentRequest) => Promise<Record<string, string>>) | undefined;
};
