import assert from "node:assert/strict";
import { test } from "node:test";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import { addEndpoint, appendToLog, readEndpoint } from "#lib/testing/webhook-log.ts";
import { setUpWebhooks } from "#lib/testing/webhook-stage.ts";
import { pauseEndpoint, resumeEndpoint } from "./operate.ts";

setUpTestService();

const stage = setUpWebhooks();

test("a paused endpoint gets nothing from a sender that runs, and all of it once it is resumed", async () => {
  const other = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/other` });
  const { id: endpointId } = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/hook` });
  const idsAt = (path: string) => [...new Set(stage.receiver.at(path).map(({ id }) => id))];
  stage.send();
  const before = await appendToLog(stage.tenant, { count: 3 });
  await until(async () => idsAt("/hook").length === 3 && idsAt("/other").length === 3);

  await pauseEndpoint({ endpointId, reason: "its host complains" });
  const { position } = await readEndpoint(endpointId);
  const meanwhile = await appendToLog(stage.tenant, { count: 5 });
  await until(async () => idsAt("/other").length === 8);
  // The sender has been there in the meantime, and has read the log to its end.
  await until(async () => (await readEndpoint(other.id)).position > position);
  assert.deepEqual(idsAt("/hook"), before);
  assert.equal((await readEndpoint(endpointId)).position, position);

  await resumeEndpoint({ endpointId });
  await until(async () => idsAt("/hook").length === 8);
  assert.deepEqual(new Set(idsAt("/hook")), new Set([...before, ...meanwhile]));
});
