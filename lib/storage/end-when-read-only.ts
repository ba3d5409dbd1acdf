import type { Client } from "pg";
import { READ_ONLY } from "./failures.ts";

/**
 * Ends a connection whose server allows only reads, such as a primary that a failover has made a standby: the
 * next one leads to the new primary. The refused statement still fails with its own error.
 */
export function endWhenReadOnly({ connection }: Pick<Client, "connection">): void {
  connection.on("errorMessage", ({ code }: { code?: string }) => {
    if (code === READ_ONLY) setImmediate(() => connection.stream.destroy());
  });
}
