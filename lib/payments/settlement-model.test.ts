import { describe, test } from "node:test";
import { registerCardholder, setUpApi } from "#lib/testing/api-client.ts";
import { connectTestGateway } from "#lib/testing/connect-test-gateway.ts";
import { modelRuns, modelSeed, play } from "#lib/testing/model/play.ts";
import {
  type ModelProvider,
  type ModelShop,
  startProviders,
} from "#lib/testing/model/providers.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";

const world = setUp(startProviders);
const service = setUpTestService(() => ({
  ...world.env,
  GATEWAY_TIMEOUT_MS: "2000",
  PAYMENT_SETTLE_MINUTES: "1",
}));
const api = setUpApi(service);

describe("whatever happens in whatever order, the books agree in the end", () => {
  for (const [index, name] of ["stripe", "square", "sandbox"].entries()) {
    test(name, async (context) => {
      const provider = world.providers[index];
      if (provider?.name !== name) throw new Error(`no provider ${name}`);
      const shop = await openShop(provider);
      const first = modelSeed === undefined ? Date.now() % 1_000_000 : Number(modelSeed);
      const runs = modelSeed === undefined ? modelRuns : 1;
      for (let run = first; run < first + runs; run += 1) {
        await play(shop, run).catch((cause: unknown) => {
          const position = `run ${run - first + 1} of ${runs}`;
          throw new Error(`MODEL_SEED=${run} for ${name}, ${position}`, { cause });
        });
      }
      context.diagnostic(`${runs} runs with ${name}, seeds from ${first}`);
    });
  }
});

async function openShop(provider: ModelProvider): Promise<ModelShop> {
  const tenant = {
    organizationId: await createTestOrganization(),
    environment: "development",
  } as const;
  const { connection, gateway } = provider;
  const connectionId =
    connection &&
    (await connectTestGateway(tenant, gateway, connection.provider, connection.credentials));
  return { tenant, provider, connectionId, cardholder: await registerCardholder(api) };
}
