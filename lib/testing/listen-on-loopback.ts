import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";

/** Has the server listen on a free port; disposing of it ends its connections, too. */
export async function listenOnLoopback(
  server: Server,
): Promise<AsyncDisposable & { port: number }> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket.on("error", () => undefined));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
