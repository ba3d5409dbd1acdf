import pg from "pg";
import { inSpan } from "#lib/traces/span.ts";
import { pool } from "./database.ts";
import { failureCode } from "./failures.ts";
import { type Queryable, send } from "./pipeline.ts";

export type Transaction = Queryable;

/**
 * Runs `work` in one transaction on one connection; anything thrown rolls it back. Statements that it does not
 * wait for one by one are sent together: each wait is a turn of the event loop, and locks are held meanwhile.
 */
export async function inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return await inSpan("transaction", { kind: "client" }, async () => {
    const client = await pool().connect();
    const run = (command: "BEGIN" | "COMMIT" | "ROLLBACK") => client.query(command);
    try {
      const [, result] = await Promise.all([
        run("BEGIN"),
        work({ query: (...statement) => send(client, ...statement) }),
      ]);
      await run("COMMIT");
      client.release();
      return result;
    } catch (error) {
      const rollback = await run("ROLLBACK").catch((failure: Error) => failure);
      // A connection that cannot roll back is in an unknown state and must not be used again.
      client.release(rollback instanceof Error ? rollback : undefined);
      throw error;
    }
  });
}

/**
 * Runs statements that the database may refuse. `pool().query` closes its connection whenever one is
 * refused, and opening another costs a hundred times what the statement does.
 */
export async function onConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/** Whether PostgreSQL refused the statement, and so undid all of it. */
export function isRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}

/** Whether a store's insert or update met a row with the same unique key, by SQL or through Prisma. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && failureCode(error) === "23505";
}
