import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import {
  addEndpoint,
  appendToLog,
  createLogTenant,
  readEndpoint,
} from "#lib/testing/webhook-log.ts";
import { setUpWebhooks } from "#lib/testing/webhook-stage.ts";

setUpTestService();
const stage = setUpWebhooks();

test("an endpoint gets nothing while its organization is suspended, and what it missed afterwards", async () => {
  const approve = (environments: string) =>
    pool().query("UPDATE organization SET approved_environments = $2 WHERE id = $1", [
      stage.tenant.organizationId,
      environments,
    ]);
  const other = await createLogTenant();
  await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/suspended` });
  await addEndpoint(other, { url: `${stage.receiver.url}/other` });
  await approve("{production}");
  await appendToLog(stage.tenant, { count: 3 });
  await appendToLog(other, { count: 3 });
  stage.send();
  await until(async () => stage.receiver.at("/other").length === 3);
  assert.deepEqual(stage.receiver.at("/suspended"), []);
  await approve("{development}");
  await until(async () => stage.receiver.at("/suspended").length === 3);
});

test("a suspension holds for an endpoint that is being sent to", async () => {
  stage.receiver.behave("/sent", "hang");
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/sent` });
  await appendToLog(stage.tenant, { count: 100 });
  stage.send();
  await until(async () => stage.receiver.open() === 8);
  await pool().query("UPDATE organization SET approved_environments = '{}' WHERE id = $1", [
    stage.tenant.organizationId,
  ]);
  const { leasedUntil } = await readEndpoint(endpoint.id);
  await until(async () => {
    const now = await readEndpoint(endpoint.id);
    return (now.leasedUntil ?? 0) > (leasedUntil ?? 0);
  });
  stage.receiver.release();
  await until(async () => (await readEndpoint(endpoint.id)).leasedBy === null);
  assert.equal(stage.receiver.at("/sent").length, 8);
});
