import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

// What a pooler in front of PostgreSQL can do to its clients, with just enough of the protocol (version 3)
// for a few clients that take turns.

type Pooler = AsyncDisposable & {
  /** The same database through the pooler. */
  url: string;
};

const STARTUP_HEAD_BYTES = 8;
const AUTHENTICATION_OK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const TERMINATE = 0x58;

/**
 * `drops`: parameters of the start that never arrive, as with `ignore_startup_parameters`. `shares`: all
 * clients have one connection to the server, as with pooling by transaction, and none has statements of
 * its own.
 */
export async function startPoolerStandIn(
  databaseUrl: string,
  { drops = [], shares = false }: { drops?: readonly string[]; shares?: boolean },
): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const folder = target.searchParams.get("host");
  const sockets = new Set<Socket>();
  const shared: { server?: Socket; client?: Socket } = {};

  const openServer = (client: Socket) => {
    const server = folder
      ? connect(`${folder}/.s.PGSQL.${target.port}`)
      : connect(Number(target.port), target.hostname);
    sockets.add(server);
    server.on("error", () => client.destroy());
    return server;
  };

  const pooler = createServer((client) => {
    sockets.add(client);
    client.on("error", () => undefined);
    client.once("data", (startup: Buffer) => {
      const wanted = withoutParameters(startup, drops);
      if (!shares) {
        const server = openServer(client);
        server.write(wanted);
        client.pipe(server).pipe(client);
        return;
      }
      if (shared.server) client.write(Buffer.concat([AUTHENTICATION_OK, READY_FOR_QUERY]));
      else {
        shared.client = client;
        shared.server = openServer(client);
        shared.server.on("data", (answer: Buffer) => shared.client?.write(answer));
        shared.server.write(wanted);
      }
      client.on("data", (message: Buffer) => {
        // Who leaves takes nobody else's connection along.
        if (message[0] === TERMINATE) return void client.end();
        shared.client = client;
        shared.server?.write(message);
      });
    });
  }).listen(0, "127.0.0.1");
  await once(pooler, "listening");

  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
  url.searchParams.delete("host");
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      pooler.close();
      await once(pooler, "close");
    },
  };
}

/** A start message is its length, the version, and pairs of names and values, each with a zero behind it. */
function withoutParameters(startup: Buffer, drops: readonly string[]): Buffer {
  const words = startup.subarray(STARTUP_HEAD_BYTES).toString().split("\0");
  const kept: string[] = [];
  for (let place = 0; place + 1 < words.length; place += 2) {
    const [name = "", value = ""] = words.slice(place, place + 2);
    if (name !== "" && !drops.includes(name)) kept.push(`${name}\0${value}\0`);
  }
  const body = Buffer.from(`${kept.join("")}\0`);
  const head = Buffer.from(startup.subarray(0, STARTUP_HEAD_BYTES));
  head.writeInt32BE(STARTUP_HEAD_BYTES + body.length);
  return Buffer.concat([head, body]);
}
