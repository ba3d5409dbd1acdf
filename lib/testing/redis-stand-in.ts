import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** Answers every command in the protocol of Redis (RESP 2) with as much as a client needs to be content. */
export async function startRedisStandIn(): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      for (const command of chunk
        .toString()
        .split(/^\*\d+\r\n/m)
        .slice(1)) {
        socket.write(/ping/i.test(command) ? "+PONG\r\n" : "$0\r\n\r\n");
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `redis://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
