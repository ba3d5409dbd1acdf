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
  type ModelProviderName,
  type ModelShop,
  startProvider,
} from "./providers.ts";

/** Which sales a thread plays: `runs` seeds in a row. */
export type Lane = { provider: ModelProviderName; firstSeed: number; runs: number };

/**
 * A thread of its own: a service with its own database, and its own stand-in. Sales of two lanes can
 * neither meet nor delay each other, so that a seed makes the same choices in any of them.
 */
async function playLane({ provider: name, firstSeed, runs }: Lane): Promise<void> {
  await using provider = await startProvider(name);
  const service = await startTestService({
    ...provider.env,
    GATEWAY_TIMEOUT_MS: "2000",
    PAYMENT_SETTLE_MINUTES: "1",
  });
  try {
    const shop = await openShop(service, provider);
    for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
      await play(shop, seed).catch((cause: unknown) => {
        throw new Error(`MODEL_SEED=${seed} for ${name}`, { cause });
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
