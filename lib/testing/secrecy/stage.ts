import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { startSquareStandIn } from "#lib/gateways/square/testing/square-stand-in.ts";
import {
  type StripeStandIn,
  startStripeStandIn,
} from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { openServiceSecrets } from "#lib/secrets/open-secrets.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { type ApiClient, createApiClient } from "#lib/testing/api-client.ts";
import { connectStandIns } from "#lib/testing/merchant.ts";
import { spawnProgram } from "#lib/testing/spawn-program.ts";
import { type SupervisedServer, startSupervisedServer } from "#lib/testing/supervised-server.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import {
  createTestDatabase,
  type TestDatabase,
  testDataDirectory,
} from "#lib/testing/test-database.ts";
import { createTestKey, createTestOrganization } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#lib/testing/webhook-receiver.ts";
import { listChildren, listProcessTree } from "./process-tree.ts";
import { type RecordedWire, recordWire } from "./recorded-wire.ts";

/** To whom each wire leads. */
type Wires = Record<"service" | "database" | "stripe" | "square" | "webhooks", RecordedWire>;

/** The service in all of its processes, with all that goes in and out recorded. */
export type SecrecyStage = AsyncDisposable & {
  api: ApiClient;
  wires: Wires;
  stripe: StripeStandIn;
  receiver: WebhookReceiver;
  /** Supervisor, servers, worker, and the processes with the escrow keys. */
  listNodeProcesses(): Promise<number[]>;
  /** Of PostgreSQL, but for the connections of other tests. */
  listDatabaseProcesses(): Promise<number[]>;
  /** Ends the service; all that it and PostgreSQL have logged. */
  endAndReadLogs(): Promise<string>;
};

/** How long a provider may hold a payment: longer than a snapshot of a process takes. */
const GATEWAY_TIMEOUT_MS = "60000";

export async function startSecrecyStage(): Promise<SecrecyStage> {
  const parts = new AsyncDisposableStack();
  const wireTo = async (url: string) => parts.use(await recordWire(Number(new URL(url).port)));
  try {
    const [stripe, square, receiver] = [
      parts.use(await startStripeStandIn()),
      parts.use(await startSquareStandIn()),
      parts.use(await startWebhookReceiver()),
    ];
    const database = await createTestDatabase();
    parts.defer(() => database.drop());
    const outside = {
      database: await wireTo(database.url),
      stripe: await wireTo(stripe.url),
      square: await wireTo(square.url),
      webhooks: await wireTo(receiver.url),
    };
    const env = describeOutside(outside, database);
    const server = parts.use(await startSupervisedServer({ ...env, WORKER: "0" }));
    const worker = await startWorker({ ...env, DATA_DIR: server.dataDir });
    parts.defer(worker.end);
    const wires = { ...outside, service: await wireTo(server.url) };

    await openOwnReach(server, database, parts);
    const organizationId = await createTestOrganization();
    await connectStandIns(organizationId);
    const url = addressOf(wires.service);
    const api = createApiClient({ url }, await createTestKey({ organizationId }));
    return {
      api,
      wires,
      stripe,
      receiver,
      listNodeProcesses: async () =>
        (await Promise.all([server.pid, worker.pid].map(listProcessTree))).flat(),
      listDatabaseProcesses,
      async endAndReadLogs() {
        await Promise.all([worker.end(), server.end()]);
        const ofPostgres = await readFile(
          join(testDataDirectory(), "../../postgresql.log"),
          "utf8",
        );
        const ofServers = [...server.lines, await server.complaint];
        return [...ofServers, await worker.output(), ofPostgres].join("\n");
      },
      [Symbol.asyncDispose]: () => parts.disposeAsync(),
    };
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }
}

const addressOf = ({ port }: RecordedWire) => `http://127.0.0.1:${port}`;

function describeOutside(
  { database, stripe, square }: Omit<Wires, "service">,
  { url, ownerUrl }: TestDatabase,
): Record<string, string> {
  const through = new URL(url);
  // Otherwise it names a socket of the file system, past the wire.
  through.searchParams.delete("host");
  through.port = String(database.port);
  return {
    DATABASE_URL: through.href,
    // For migrations alone.
    DATABASE_OWNER_URL: ownerUrl,
    STRIPE_API_BASE: addressOf(stripe),
    SQUARE_API_BASE: addressOf(square),
    WEB_CONCURRENCY: "2",
    GATEWAY_TIMEOUT_MS,
  };
}

async function startWorker(env: Record<string, string>) {
  const child = spawnProgram("worker.ts", env);
  const output = { text: "" };
  child.stdout.on("data", (chunk) => {
    output.text += chunk;
  });
  const complaint = text(child.stderr);
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the worker ended: ${await complaint}`);
    return output.text.includes("runs its jobs");
  });
  return {
    pid: child.pid ?? 0,
    output: async () => output.text + (await complaint),
    async end() {
      if (child.exitCode === null && child.kill("SIGTERM")) await once(child, "exit");
    },
  };
}

/** Past the wires: what a test prepares is none of what the service does. */
async function openOwnReach(
  { dataDir }: SupervisedServer,
  database: TestDatabase,
  parts: AsyncDisposableStack,
): Promise<void> {
  setTestConfig({ DATA_DIR: dataDir });
  connectDatabase(database.url);
  parts.defer(closeDatabase);
  await openServiceSecrets();
}

async function listDatabaseProcesses(): Promise<number[]> {
  const file = await readFile(join(testDataDirectory(), "postmaster.pid"), "utf8");
  const postmaster = Number.parseInt(file, 10);
  const { rows } = await pool().query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname <> current_database()",
  );
  const ofOthers = new Set(rows.map(({ pid }) => pid));
  const children = await listChildren(postmaster);
  return [postmaster, ...children.filter((pid) => !ofOthers.has(pid))];
}
