import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { clusterPath, readCluster } from "./cluster.ts";

/**
 * The URL of the service's database in the PostgreSQL that a running server has started for this data
 * folder, for the superuser. Undefined where none answers.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const cluster = await readCluster(clusterPath(dataDir)).catch(() => undefined);
  if (!cluster) return undefined;
  const pidFile = await readFile(join(cluster.pgData, "postmaster.pid"), "utf8").catch(() => "");
  // The fourth line is the port.
  const port = pidFile.split("\n")[3];
  if (!port) return undefined;

  const url = `postgresql://postgres:${cluster.password}@127.0.0.1:${port}/sealslip`;
  return (await answers(url)) ? url : undefined;
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
