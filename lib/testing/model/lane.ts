import { workerData } from "node:worker_threads";
import { createApiClient, registerCardholder } from "#lib/testing/api-client.ts";
import { connectTestGateway } from "#lib/testing/connect-test-gateway.ts";
import {
  createTestKey,
  createTestOrganization,
  startTestService,
  type TestService,
} from "#lib/testing/test-service.ts";
import { play } from "./play.ts";
import {
  type ModelProvider,
  type ModelShop,
  modelProviders,
  providerEnv,
  startProviders,
} from "./providers.ts";

/** Which sales a thread plays: `runs` seeds in a row. */
export type Lane = { firstSeed: number; runs: number };

/**
 * A thread of its own: a service with its own database, and its own stand-ins. Sales of two lanes can
 * neither meet nor delay each other, so that a seed makes the same choices in any of them.
 */
async function playLane({ firstSeed, runs }: Lane): Promise<void> {
  const providers = startProviders();
  const service = await startTestService({
    ...providerEnv,
    GATEWAY_TIMEOUT_MS: "2000",
    PAYMENT_SETTLE_MINUTES: "1",
  });
  try {
    const shops: ModelShop[] = [];
    for (const name of modelProviders) shops.push(await openShop(service, providers[name]));
    for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
      const shop = shops[seed % shops.length];
      if (!shop) throw new Error("there is a shop for every seed");
      await play(shop, seed).catch((cause: unknown) => {
        throw new Error(`MODEL_SEED=${seed} for ${shop.provider.name}`, { cause });
      });
    }
  } finally {
    await service.close();
  }
}

async function openShop(service: TestService, provider: ModelProvider): Promise<ModelShop> {
  const tenant = {
    organizationId: await createTestOrganization(),
    environment: "development",
  } as const;
  const { connection, gateway } = provider;
  const connectionId =
    connection &&
    (await connectTestGateway(tenant, gateway, connection.provider, connection.credentials));
  const issuer = createApiClient(service, await createTestKey());
  return { tenant, provider, connectionId, cardholder: await registerCardholder(issuer) };
}

await playLane(workerData);
