import { openServiceSecrets } from "#lib/auth/service-secrets.ts";
import { claimPort } from "#lib/boot/claim-port.ts";
import { endOnSignals } from "#lib/boot/end-on-signals.ts";
import { createFrontDoor } from "#lib/boot/front-door.ts";
import { createHttpServer, drain, listen } from "#lib/boot/http-server.ts";
import { loadPages } from "#lib/boot/load-pages.ts";
import { openDatabase } from "#lib/boot/open-database.ts";
import { print, step } from "#lib/boot/progress.ts";
import { describeStartFailure } from "#lib/boot/start-error.ts";
import { type Demo, writeWelcome } from "#lib/boot/welcome.ts";
import { type Config, config } from "#lib/config.ts";
import { prepareDataFolder } from "#lib/embedded-postgres/data-folder.ts";
import { createApiListener } from "#lib/http/api-listener.ts";
import { startJobs } from "#lib/jobs/job-queue.ts";
import { closeDatabase, connectDatabase } from "#lib/storage/database.ts";
import { applyMigrations } from "#prisma/migrate.ts";
import { seedDemo } from "#prisma/seed.ts";

const DRAIN_MS = 20_000;
// Beyond the drain: PostgreSQL has 30 s to write everything to disk.
const END_MS = 60_000;

const dev = process.argv.includes("--dev");
// Closed in reverse order, whether the service ends or its start fails half way.
const open = new AsyncDisposableStack();
const ending = { isUnderWay: false };

endOnSignals(() => void end(0));
try {
  await start();
} catch (error) {
  await end(1, describeStartFailure(error));
}

async function start(): Promise<void> {
  const settings = readSettings();
  const { host } = settings;
  const port = await claimPort({ port: settings.port, host });
  const baseUrl = settings.baseUrl ?? `http://localhost:${port}`;
  // Where next-auth sends people back to.
  process.env.NEXTAUTH_URL = baseUrl;

  const demo = await openData(settings, baseUrl);
  const server = createHttpServer({ dev });
  await step("pages and API loaded", async () => {
    const pages = await loadPages({ dir: import.meta.dirname, dev, httpServer: server });
    open.defer(pages.close);
    const api = await createApiListener();
    const behindProxy = settings.trustedProxies > 0;
    server.on("request", createFrontDoor({ api, pages: pages.answer, dev, behindProxy }));
  });
  open.defer(() => drain(server, dev ? 0 : DRAIN_MS));
  await listen(server, { port, host });
  print(writeWelcome({ baseUrl, demo }));
}

// The configuration is parsed before NODE_ENV is set: only the user's own value asks for production
// mode, while Next runs its production build in any case.
function readSettings(): Config {
  const settings = config();
  Object.assign(process.env, { NODE_ENV: dev ? "development" : "production" });
  return settings;
}

async function openData(settings: Config, baseUrl: string): Promise<Demo | undefined> {
  const isEmbedded = settings.databaseUrl === undefined;
  if (isEmbedded || !settings.productionMode) await prepareDataFolder(settings.dataDir);

  const database = await step(isEmbedded ? "PostgreSQL started" : "database answers", () =>
    openDatabase(settings),
  );
  open.defer(database.stop);
  void database.exited?.then(() =>
    end(1, "PostgreSQL has ended; the next start recovers by itself"),
  );

  await step("database is up to date", () => applyMigrations(database.url));
  connectDatabase(database.url);
  open.defer(closeDatabase);
  await step("secrets checked", openServiceSecrets);
  const jobs = await step("jobs started", startJobs);
  open.defer(() => jobs.stop());
  return step("demo checked", () => seedDemo({ baseUrl }));
}

async function end(code: number, failure?: string): Promise<void> {
  if (ending.isUnderWay) return;
  ending.isUnderWay = true;
  setTimeout(() => process.exit(1), END_MS).unref();

  if (failure !== undefined) process.stderr.write(`✗ ${failure}\n`);
  await open.disposeAsync().catch((error: unknown) => {
    process.stderr.write(`✗ ${describeStartFailure(error)}\n`);
  });
  process.exit(code);
}
