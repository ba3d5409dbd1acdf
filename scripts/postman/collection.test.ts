import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import newman from "newman";
import { operations } from "#lib/service/operations.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { startWebhookReceiver } from "#lib/testing/webhook-receiver.ts";
import { startSender } from "#lib/webhooks/sender.ts";
import { writeCollection } from "./build-collection.ts";
import { steps } from "./steps.ts";

const service = setUpTestService();
const receiver = setUp(startWebhookReceiver);

test("the collection is that of the document: npm run generate:postman", async () => {
  const file = join(import.meta.dirname, "../../public/postman/sealslip.postman_collection.json");
  assert.equal(await readFile(file, "utf8"), await writeCollection());
});

test("the collection runs from top to bottom, twice, and has every operation", async () => {
  const sent = Object.values(steps).flat();
  const ids = new Set(sent.map(({ operationId }) => operationId));
  assert.deepEqual(
    operations.map(({ operationId }) => operationId).filter((id) => !ids.has(id)),
    [],
  );

  const sender = startSender({ isHeld: () => false });
  const apiKey = await createTestKey();
  try {
    for (const _ of ["first", "second"]) assert.ok((await run(apiKey)) >= sent.length);
  } finally {
    await sender.stop();
  }
});

/** How many requests were answered; each must have succeeded. */
async function run(apiKey: string): Promise<number> {
  const variables = { baseUrl: service.url, webhookUrl: `${receiver.url}/postman`, apiKey };
  const { promise, resolve, reject } = Promise.withResolvers<newman.Summary>();
  newman.run(
    {
      collection: JSON.parse(await writeCollection()),
      envVar: Object.entries(variables).map(([key, value]) => ({ key, value })),
    },
    (error, summary) => (error ? reject(error) : resolve(summary)),
  );
  const { executions, failures } = (await promise).run;
  assert.deepEqual(
    failures.map(({ error, source }) => `${source?.name}: ${error.message}`),
    [],
  );
  return executions.length;
}
