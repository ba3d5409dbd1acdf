import { once } from "node:events";
import { createServer } from "node:net";

/** A port of 127.0.0.1 that nothing listens on at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");

  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return address.port;
}
