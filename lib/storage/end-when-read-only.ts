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

/** What PostgreSQL reports in ParameterStatus as soon as a session begins. */
const READ_ONLY_STATES = ["in_hot_standby", "default_transaction_read_only"];

type Reported = { parameterName: string; parameterValue: string };

/** Calls `act` where the server reports that it allows only reads. */
export function whenReadOnly({ connection }: Pick<Client, "connection">, act: () => void): void {
  connection.on("parameterStatus", ({ parameterName, parameterValue }: Reported) => {
    if (READ_ONLY_STATES.includes(parameterName) && parameterValue === "on") act();
  });
}
