import type { Tenant } from "#lib/core/caller.ts";
import { createId } from "#lib/core/ids.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { prisma } from "#lib/storage/database.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";

/** An endpoint as the API stores it, of which all events are still to be sent. */
export async function insertTestEndpoint(
  { organizationId, environment }: Tenant,
  fields: Partial<Prisma.WebhookEndpointUncheckedCreateInput> = {},
): Promise<string> {
  const id = createId("webhookEndpoint");
  const secret = serviceSecrets().keyring.encrypt("whsec_test", `webhook_secret:${id}`);
  const url = "https://hooks.example:8443/receipts";
  await prisma().webhookEndpoint.create({
    data: { id, organizationId, environment, url, secret, position: 0, ...fields },
  });
  return id;
}

/** An event of the log, of a payment that there is not. */
export async function insertTestEvent(
  { organizationId, environment }: Tenant,
  { position, secondsAgo = 0 }: { position: number; secondsAgo?: number },
): Promise<string> {
  const id = createId("event");
  const createdAt = new Date(Date.now() - secondsAgo * 1000);
  const thing = { type: "payment.succeeded", subject: "pay_test", data: {} };
  await prisma().event.create({
    data: { id, organizationId, environment, position, createdAt, ...thing },
  });
  return id;
}
