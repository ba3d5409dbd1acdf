import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** How a network treats what it carries; `open` is how it should. */
type WireState =
  | { kind: "open" }
  /** Each chunk arrives later by so much. */
  | { kind: "slow"; delayMs: number }
  /** What is sent is dropped without a word, as behind a firewall that drops packets. */
  | { kind: "silent" }
  /** Nothing can connect, and what was connected is cut off. */
  | { kind: "cut" };

export type Wire = AsyncDisposable & {
  port: number;
  set(state: WireState): void;
};

/** A port of loopback that leads to another one, as well as the network in between just is. */
export async function openWire(targetPort: number): Promise<Wire> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const wire = { state: { kind: "open" } as WireState, changed: Promise.withResolvers<void>() };

  const passage = async (): Promise<void> => {
    while (wire.state.kind === "silent") await wire.changed.promise;
    if (wire.state.kind === "slow") await pause(wire.state.delayMs);
  };
  const forward = (from: Socket, to: Socket) => {
    // One after the other, whatever the network is for each.
    const queue = { last: Promise.resolve() };
    from.on("data", (chunk) => {
      queue.last = queue.last.then(passage).then(() => void to.write(chunk));
    });
    from.on("close", () => to.destroy());
    from.on("error", () => to.destroy());
  };
  const server = createServer({ noDelay: true }, (client) => {
    if (wire.state.kind === "cut") return void client.destroy();
    const pair = [client, connect({ host: "127.0.0.1", port: targetPort, noDelay: true })] as const;
    const [, target] = pair;
    pairs.add(pair);
    client.on("close", () => pairs.delete(pair));
    forward(client, target);
    forward(target, client);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  const cutOff = () => {
    for (const [client, target] of pairs) {
      client.destroy();
      target.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    set(state) {
      wire.state = state;
      wire.changed.resolve();
      wire.changed = Promise.withResolvers();
      if (state.kind === "cut") cutOff();
    },
    async [Symbol.asyncDispose]() {
      server.close();
      cutOff();
    },
  };
}
