import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a database that can go away without a word. */
export type VanishingHost = AsyncDisposable & {
  url: string;
  /** From now on nothing comes of the connections there are, as if their host were gone; new ones reach the database. */
  vanish(): void;
};

export async function startVanishingHost(databaseUrl: string): Promise<VanishingHost> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const sockets: Socket[] = [];
  const between = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) sockets.push(socket.on("error", () => undefined));
  });
  await once(between.listen(0, "127.0.0.1"), "listening");
  const address = between.address() as AddressInfo;
  return {
    url: `postgresql://${username}:${password}@127.0.0.1:${address.port}${pathname}`,
    vanish() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      between.close();
    },
  };
}
