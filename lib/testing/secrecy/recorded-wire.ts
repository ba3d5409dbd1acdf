import { connect, createServer, type Socket } from "node:net";
import { listenOnLoopback } from "#lib/testing/listen-on-loopback.ts";

/** A port of loopback that leads to another one and keeps all that passes. */
export type RecordedWire = AsyncDisposable & {
  port: number;
  /** What those who connected have sent so far, one piece for each connection. */
  sent(): Uint8Array[];
  /** What they were answered. */
  received(): Uint8Array[];
};

type Recorded = Record<"sent" | "received", Uint8Array[]>;

export async function recordWire(targetPort: number): Promise<RecordedWire> {
  const connections: Recorded[] = [];
  const server = createServer({ noDelay: true }, (client) => {
    const target = connect({ host: "127.0.0.1", port: targetPort, noDelay: true });
    const recorded: Recorded = { sent: [], received: [] };
    connections.push(recorded);
    forward(client, target, recorded.sent);
    forward(target, client, recorded.received);
  });
  const { port, [Symbol.asyncDispose]: dispose } = await listenOnLoopback(server);
  return {
    port,
    sent: () => connections.map(({ sent }) => Buffer.concat(sent)),
    received: () => connections.map(({ received }) => Buffer.concat(received)),
    [Symbol.asyncDispose]: dispose,
  };
}

function forward(from: Socket, to: Socket, record: Uint8Array[]): void {
  from.on("data", (bytes) => {
    record.push(bytes);
    to.write(bytes);
  });
  from.on("close", () => to.destroy());
  from.on("error", () => to.destroy());
}
