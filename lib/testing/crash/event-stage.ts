import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { createId } from "#lib/core/ids.ts";
import {
  type SquareStandIn,
  startSquareStandIn,
} from "#lib/gateways/square/testing/square-stand-in.ts";
import { startStripeStandIn } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { openServiceSecrets } from "#lib/secrets/open-secrets.ts";
import { ownSecretsPath } from "#lib/secrets/read-secrets.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { createApiClient, randomHashedPan } from "#lib/testing/api-client.ts";
import { createPair, registerPair } from "#lib/testing/device-keys.ts";
import { connectStandIns } from "#lib/testing/merchant.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { testSecrets } from "#lib/testing/test-database.ts";
import { createTestKey, createTestOrganization } from "#lib/testing/test-service.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#lib/testing/webhook-receiver.ts";
import { createEventLoad, type EventLoad } from "./event-load.ts";
import { createKillableDatabase, type KillableDatabase } from "./killable-database.ts";
import {
  createKillableServer,
  createKillableWorker,
  type KillableServer,
} from "./killable-server.ts";

/** One of three organizations, and the endpoint that takes its events. */
type Subscriber = { organizationId: string; path: string; secret: string };

/** A service, a worker, and a PostgreSQL that can be killed, and those who pay, issue, and take webhooks. */
export type EventStage = AsyncDisposable & {
  server: KillableServer;
  worker: Omit<KillableServer, "url">;
  postgres: KillableDatabase;
  square: SquareStandIn;
  receiver: WebhookReceiver;
  subscribers: Subscriber[];
  load: EventLoad;
  database: pg.Pool;
};

const CARDS = 5;

/** One call of five fails: by an answer, or without one. */
export function isFailing(number: number): boolean {
  return number % 5 === 4;
}

export async function startEventStage(): Promise<EventStage> {
  const parts = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "sealslip-events-"));
  parts.defer(() => rm(dataDir, { recursive: true, force: true }));
  await copyFile(testSecrets(), ownSecretsPath(dataDir));
  const postgres = await createKillableDatabase(dataDir);
  // Its data is not kept, and sessions that are just ending would log an orderly end.
  parts.defer(() => postgres.kill());
  const stripe = parts.use(await startStripeStandIn());
  const square = parts.use(await startSquareStandIn());
  const receiver = parts.use(await startWebhookReceiver());
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    STRIPE_API_BASE: stripe.url,
    SQUARE_API_BASE: square.url,
    GATEWAY_TIMEOUT_MS: "2000",
    WEBHOOK_ALLOW_PRIVATE: "1",
    LOG_LEVEL: "error",
  };
  const own = { ...env, DATABASE_OWNER_URL: postgres.ownerUrl };
  setTestConfig(own);
  connectDatabase(postgres.url);
  parts.defer(closeDatabase);
  await openServiceSecrets();

  const server = await createKillableServer(own);
  parts.defer(() => server.kill());
  await server.start();
  const worker = createKillableWorker(own);
  parts.defer(() => worker.kill());
  await worker.start();

  const merchant = await createTestOrganization();
  await connectStandIns(merchant);
  const organizationIds = [
    merchant,
    await createTestOrganization(),
    await createTestOrganization(),
  ];
  const keys = await Promise.all(
    organizationIds.map((organizationId) => createTestKey({ organizationId })),
  );
  const subscribers = await Promise.all(
    organizationIds.map((organizationId, index) =>
      subscribe(server, { organizationId, key: keys[index] ?? "", receiver }),
    ),
  );
  const [merchantKey = "", sandboxKey = "", issuerKey = ""] = keys;
  const issuer = createApiClient(server, issuerKey);
  const cards: string[] = [];
  for (let card = 0; card < CARDS; card += 1) {
    const { hashedPan } = await registerPair(issuer, await createPair("P-256"), randomHashedPan());
    cards.push(hashedPan);
  }
  const load = createEventLoad(
    server.url,
    { merchant: merchantKey, sandbox: sandboxKey, issuer: issuerKey },
    cards,
  );
  parts.defer(() => load.abandon());
  return {
    server,
    worker,
    postgres,
    square,
    receiver,
    subscribers,
    load,
    database: pool(),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

async function subscribe(
  server: KillableServer,
  {
    organizationId,
    key,
    receiver,
  }: { organizationId: string; key: string; receiver: WebhookReceiver },
): Promise<Subscriber> {
  const path = `/${createId("organization")}`;
  receiver.behave(path, (number) => (isFailing(number) ? (number % 2 === 0 ? 500 : "close") : 204));
  const body = { url: `${receiver.url}${path}` };
  const { secret } = await createApiClient(server, key).call("POST /api/v1/webhook-endpoints", {
    body,
  });
  return { organizationId, path, secret };
}
