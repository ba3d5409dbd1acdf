import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { config } from "#lib/config.ts";
import { scopes } from "#lib/core/permissions.ts";
import { insertApiKey } from "./callers.ts";
import { openDatabase } from "./database.ts";
import { createSecrets } from "./secrets.ts";
import { createService } from "./service.ts";

const { dataDir, databaseOwnerUrl = "", port } = config();
const pool = await openDatabase(databaseOwnerUrl);
const platform = "sk_dev_by_hand";
await insertApiKey(pool, platform, {
  apiKeyId: "ak_by_hand",
  organizationId: "org_by_hand",
  environment: "development",
  scopes: [...scopes],
  requestsPerMinute: 600_000,
});
await writeFile(join(dataDir, "demo.json"), JSON.stringify({ apiKeys: { platform } }));

// In blocks, as ours.
const log = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1000 });
const app = createService({ pool, secrets: await createSecrets(), log });
await app.listen({ port, host: "127.0.0.1" });
process.stdout.write("ready\n");

process.on("SIGTERM", async () => {
  await app.close();
  await pool.end();
  process.exit();
});
