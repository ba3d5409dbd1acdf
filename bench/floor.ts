import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { config } from "#lib/config.ts";
import { closeDatabase, connectDatabase, pool } from "#lib/storage/database.ts";

// What this machine does at the most with one durable row a request: nothing is parsed, checked or
// sealed. The distance of the service from it is what the service costs.
const { dataDir, databaseOwnerUrl = "", port } = config();
connectDatabase(databaseOwnerUrl);
await pool().query("CREATE TABLE floor (id bigserial PRIMARY KEY, content bytea)");
const content = randomBytes(2048);

const server = createServer((request, response) => {
  request.resume();
  pool()
    .query({ name: "floor", text: "INSERT INTO floor (content) VALUES ($1)", values: [content] })
    .then(() => response.end("{}"))
    .catch(() => response.destroy());
});
await writeFile(join(dataDir, "demo.json"), JSON.stringify({ apiKeys: { platform: "none" } }));
server.listen(port, "127.0.0.1", () => console.log("ready"));

process.on("SIGTERM", async () => {
  server.closeAllConnections();
  server.close();
  await closeDatabase();
  process.exit();
});
