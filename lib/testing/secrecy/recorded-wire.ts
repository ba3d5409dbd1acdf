import { connect, createServer, type Socket } from "node:net";
import { listenOnLoopback } from "#lib/testing/listen-on-loopback.ts";

/** A port of loopback that leads to another one and keeps all that passes. */
export type RecordedWire = AsyncDisposable & {
  port: number;
  /** From those who connected. */
  sent: Uint8Array[];
  /** What they were answered. */
  received: Uint8Array[];
};

export async function recordWire(targetPort: number): Promise<RecordedWire> {
  const sent: Uint8Array[] = [];
  const received: Uint8Array[] = [];
  const server = createServer({ noDelay: true }, (client) => {
    const target = connect({ host: "127.0.0.1", port: targetPort, noDelay: true });
    forward(client, target, sent);
    forward(target, client, received);
  });
  const { port, [Symbol.asyncDispose]: dispose } = await listenOnLoopback(server);
  return { port, sent, received, [Symbol.asyncDispose]: dispose };
}

function forward(from: Socket, to: Socket, record: Uint8Array[]): void {
  from.on("data", (bytes) => {
    record.push(bytes);
    to.write(bytes);
  });
  from.on("close", () => to.destroy());
  from.on("error", () => to.destroy());
}
