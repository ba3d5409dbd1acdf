import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { until } from "#lib/testing/until.ts";
import { type BenchService, onStage } from "./bench-service.ts";
import { createFixtures, grant, type Holder, payment, send } from "./fixtures.ts";
import { type Call, formatHead, formatRequest, openSocket, readAnswer } from "./load.ts";
import { describeMachine } from "./machine.ts";
import { readUsages } from "./measure.ts";
import { formatCosts, formatUse, type Use } from "./prices.ts";

// What a payment takes from its creation to the webhooks: it is sealed, its receipt is opened once, and an endpoint gets
// its events. Printed for one, and as the cost of a million at the prices of prices.ts.

/** Enough that pages of tables and indexes are as full as they get. */
const PAYMENTS = 20_000;
const WARM_UP = 1_000;
const CONNECTIONS = 16;
/** Milliseconds; the audit trail is sealed once a minute. */
const DRAINED_MS = 5 * 60_000;
const POLL_MS = 500;

console.log(describeMachine());
await onStage(async (stage) => {
  const service = await stage.start("server.ts", { env: { WEBHOOK_ALLOW_PRIVATE: "1" } });
  await using receiver = await startReceiver();
  const endpoint = { url: receiver.url };
  await send(service, { method: "POST", path: "/api/v1/webhook-endpoints", body: endpoint });
  const { holders } = await createFixtures(service);
  const client = new pg.Client({ connectionString: stage.ownerUrl });
  await client.connect();
  try {
    await sellAndOpen(service, holders, WARM_UP);
    await waitUntilDrained(client);
    const before = await readAll(service, client, receiver.bytes());
    const calls = await sellAndOpen(service, holders, PAYMENTS);
    await waitUntilDrained(client);
    const after = await readAll(service, client, receiver.bytes());
    const use = compare(before, after, calls);
    console.log(`${formatUse(use)}\n\n${formatCosts(use)}`);
  } finally {
    await client.end();
  }
});

type Traffic = { inBytes: number; outBytes: number };

/** Each with a grant and an opening. Returns what callers sent and received. */
async function sellAndOpen(
  { urls: [address = ""], apiKey }: BenchService,
  holders: readonly Holder[],
  payments: number,
): Promise<Traffic> {
  const url = new URL(address);
  const head = formatHead(url, { "X-API-Key": apiKey });
  let sold = 0;
  const till = async (): Promise<Traffic> => {
    const socket = await openSocket(url);
    while (sold < payments) {
      const holder = holders[sold % holders.length];
      if (!holder) throw new Error("there is a cardholder");
      sold += 1;
      const { paymentId } = await ask(socket, head, payment(holder.hashedPan));
      const { tokenId } = await ask(socket, head, grant(holder));
      const body = { paymentId, tokenId };
      await ask(socket, head, { method: "POST", path: "/api/v1/payments/envelope", body });
    }
    const traffic = { inBytes: socket.bytesWritten, outBytes: socket.bytesRead };
    socket.destroy();
    return traffic;
  };
  const each = await Promise.all(Array.from({ length: CONNECTIONS }, till));
  return {
    inBytes: each.reduce((sum, { inBytes }) => sum + inBytes, 0),
    outBytes: each.reduce((sum, { outBytes }) => sum + outBytes, 0),
  };
}

async function ask(socket: Socket, head: string, call: Call) {
  socket.write(formatRequest(call, head));
  const { status, body } = await readAnswer(socket);
  if (status > 299) throw new Error(`${call.path}: ${status} ${body()}`);
  return JSON.parse(body()).data;
}

/** Until all is published and delivered, and the audit trail sealed. */
async function waitUntilDrained(client: pg.Client): Promise<void> {
  await until(async () => {
    await delay(POLL_MS);
    const { rows } = await client.query<{ left: boolean }>(
      `SELECT EXISTS (SELECT FROM event_outbox) OR EXISTS (SELECT FROM audit_pending)
              OR EXISTS (SELECT FROM event e JOIN webhook_endpoint w USING (organization_id, environment)
                         WHERE NOT EXISTS (SELECT FROM webhook_delivery d
                                           WHERE d.endpoint_id = w.id AND d.event_id = e.id))
              OR EXISTS (SELECT FROM webhook_delivery WHERE status <> 'delivered') AS left`,
    );
    return rows[0]?.left === false;
  }, DRAINED_MS);
}

type Reading = {
  usages: NonNullable<Awaited<ReturnType<typeof readUsages>>>;
  /** Bytes of each table with its indexes. */
  tables: Map<string, number>;
  logBytes: number;
  webhookBytes: number;
};

async function readAll(
  service: BenchService,
  client: pg.Client,
  webhookBytes: number,
): Promise<Reading> {
  const usages = await readUsages(service);
  if (!usages) throw new Error("processor time is read from /proc: run this on Linux");
  const { rows: tables } = await client.query<{ name: string; bytes: string }>(
    "SELECT relname AS name, pg_total_relation_size(relid) AS bytes FROM pg_stat_user_tables",
  );
  const { rows: log } = await client.query<{ bytes: string }>(
    "SELECT pg_current_wal_lsn() - '0/0' AS bytes",
  );
  return {
    usages,
    tables: new Map(tables.map(({ name, bytes }) => [name, Number(bytes)])),
    logBytes: Number(log[0]?.bytes),
    webhookBytes,
  };
}

/** Of one payment. */
function compare(before: Reading, after: Reading, { inBytes, outBytes }: Traffic): Use {
  const tables = [...after.tables].map(
    ([name, bytes]) => [name, (bytes - (before.tables.get(name) ?? 0)) / PAYMENTS] as const,
  );
  const difference = (read: (reading: Reading) => number) =>
    (read(after) - read(before)) / PAYMENTS;
  return {
    serverMs: difference(({ usages }) => usages.own.cpuMs),
    databaseMs: difference(({ usages }) => usages.database.cpuMs),
    tables: new Map(tables),
    logBytes: difference(({ logBytes }) => logBytes),
    inBytes: inBytes / PAYMENTS,
    outBytes: outBytes / PAYMENTS,
    webhookBytes: difference(({ webhookBytes }) => webhookBytes),
  };
}

/** Takes webhooks, and counts their bytes. */
async function startReceiver() {
  const sockets = new Set<Socket>();
  const ended = { bytes: 0 };
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => {
      sockets.delete(socket);
      ended.bytes += socket.bytesRead;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    bytes: () => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, ended.bytes),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
