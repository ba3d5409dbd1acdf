import { afterEach, beforeEach } from "node:test";
import { prisma } from "#lib/storage/database.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";
import type { DeliveryStatus } from "#lib/webhooks/contract-deliveries.ts";
import { type Answer, type KeyedClient, setUpApi } from "./api-client.ts";
import { setUp } from "./set-up.ts";
import type { TestService } from "./test-service.ts";
import { startWebhookReceiver } from "./webhook-receiver.ts";

type StoredDelivery = { eventId: string; type?: string; status?: DeliveryStatus; dueAt?: Date };

/** An endpoint of its own for each test of this suite, at a receiver that listens here, and its calls over the API. */
export function setUpEndpoint(service: TestService) {
  const api = setUpApi(service);
  const receiver = setUp(startWebhookReceiver);
  const current = { endpointId: "", secret: "", place: "" };
  let count = 0;
  beforeEach(async () => {
    count += 1;
    current.place = `/hooks/${count}`;
    const body = { url: receiver.url + current.place };
    Object.assign(current, (await api.post("/webhook-endpoints", { body })).body.data);
  });
  afterEach(() => prisma().webhookEndpoint.deleteMany());

  const path = () => `/webhook-endpoints/${current.endpointId}`;
  return {
    api: api as KeyedClient,
    receiver,
    current,
    path,
    tenant: () => ({
      organizationId: api.organizationId,
      environment: "development" as const,
    }),
    ping: (): Promise<Answer> => api.post(`${path()}/test`),
    resend: (deliveryId: string): Promise<Answer> =>
      api.post(`${path()}/deliveries/${deliveryId}/resend`),
    async list(query = "") {
      return (await api.get(`${path()}/deliveries${query}`)).body.data;
    },
    async setTo(data: Prisma.WebhookEndpointUpdateInput) {
      await prisma().webhookEndpoint.update({ where: { id: current.endpointId }, data });
    },
    /** A delivery as the sender leaves it after one attempt; returns its id. Later ones have higher ids. */
    async addDelivery({
      eventId,
      type = "payment.failed",
      status = "failed",
      dueAt,
    }: StoredDelivery) {
      count += 1;
      const id = `whd_${count.toString(16).padStart(32, "0")}`;
      const createdAt = new Date();
      const outcome = { durationMs: 7, statusCode: 500, error: null, answer: "no" };
      const log = [{ at: createdAt, ...outcome, byHand: false }];
      const { endpointId } = current;
      const fields = { id, endpointId, eventId, type, status, createdAt, log };
      await prisma().webhookDelivery.create({
        data: { ...fields, attempts: 1, ...(dueAt && { dueAt }) },
      });
      return id;
    },
    /** What the trail keeps of tests and resends, the oldest first. */
    async acts() {
      return await prisma().auditEntry.findMany({
        where: {
          target: current.endpointId,
          action: { in: ["webhook_endpoint.tested", "webhook_events.resent"] },
        },
        select: { action: true, after: true },
        orderBy: { id: "asc" },
      });
    },
  };
}
