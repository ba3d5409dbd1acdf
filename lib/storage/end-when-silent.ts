import type { Socket } from "node:net";
import type { Client } from "pg";

/** Longer than any statement may take. The kernel would notice a host that vanished only after a quarter of an hour. */
export const SILENT_MS = 35_000;

/** Ends a connection, on which statements wait for each other, where what was sent last is not answered in time. */
export function endWhenSilent(
  client: Pick<Client, "connection" | "on">,
  silentMs = SILENT_MS,
): void {
  const socket = client.connection.stream as Socket;
  let answered = socket.bytesWritten;
  // PostgreSQL is ready for another statement.
  client.on("drain", () => {
    answered = socket.bytesWritten;
  });
  socket.setTimeout(silentMs);
  const endUnanswered = () => {
    // One that is idle may be silent.
    if (socket.bytesWritten > answered) socket.destroy();
  };
  // An answer that came while the process stood still, as on a laptop that slept, is read first.
  socket.on("timeout", () => setImmediate(endUnanswered));
}
