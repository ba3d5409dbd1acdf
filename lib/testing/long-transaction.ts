import { Client } from "pg";
import { pool } from "#lib/storage/database.ts";

/**
 * A transaction whose statements may take as long as they like: on a connection of its own, since the pool ends
 * those that are silent.
 */
export async function inLongTransaction(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(pool().options);
  await client.connect();
  try {
    await client.query("BEGIN; SET LOCAL statement_timeout = 0");
    await work(client);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}
