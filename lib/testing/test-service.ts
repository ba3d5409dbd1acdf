import { copyFile, mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { newApiKey } from "#lib/api-keys/create.ts";
import { createHttpServer } from "#lib/boot/listen.ts";
import { config } from "#lib/config.ts";
import { createId } from "#lib/core/ids.ts";
import { type Scope, scopes } from "#lib/core/permissions.ts";
import type { Tier } from "#lib/core/tiers.ts";
import { type Environment, environments, type OrganizationKind } from "#lib/core/vocabulary.ts";
import { createApiListener } from "#lib/http/api-listener.ts";
import { setLogDestination } from "#lib/log/logger.ts";
import { rememberPublicUrl } from "#lib/public-url.ts";
import { flushAnnouncements } from "#lib/push/announce.ts";
import { flushRequestLog } from "#lib/request-log/record.ts";
import { openServiceSecrets } from "#lib/secrets/open-secrets.ts";
import { ownSecretsPath } from "#lib/secrets/read-secrets.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { connectStandby } from "#lib/storage/connect-standby.ts";
import { closeDatabase, prisma } from "#lib/storage/database.ts";
import { joinRunningService } from "./running-service.ts";
import { setUp } from "./set-up.ts";
import { setTestConfig } from "./test-config.ts";
import { createTestDatabase, testSecrets } from "./test-database.ts";

export type TestService = {
  /** Another one after a restart. */
  url: string;
  databaseUrl: string;
  dataDir: string;
  /** Everything that was logged so far, line by line. */
  logLines: string[];
  /** Ends and starts on the same data with other variables; a start that fails leaves the data. */
  restart(env?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
};

type Variables = Record<string, string>;

/**
 * The service for the tests of this suite: started before them, closed after them. The object is
 * there at once, and filled when the first test runs. Variables that come from what was set up above
 * are returned by a function. An `after` that needs the service stands above this call: Node runs the
 * first one first.
 */
export function setUpTestService(env: Variables | (() => Variables) = {}): TestService {
  const service = createService();
  setUp(() => service.start(typeof env === "function" ? env() : env));
  after(() => service.close());
  return service;
}

/** The API on a free port with a database of its own. `env` sets the variables of lib/config.ts. */
export async function startTestService(env: Variables = {}): Promise<TestService> {
  const service = createService();
  await service.start(env);
  return service;
}

function createService(): TestService & { start(env: Variables): Promise<void> } {
  const logLines: string[] = [];
  const data = new AsyncDisposableStack();
  const running = { parts: new AsyncDisposableStack() };

  return {
    url: "",
    databaseUrl: "",
    dataDir: "",
    logLines,
    async start(env) {
      const joined = await joinRunningService(env, running.parts);
      if (joined) return void Object.assign(this, joined);
      try {
        this.dataDir = await mkdtemp(join(tmpdir(), "sealslip-service-"));
        data.defer(() => rm(this.dataDir, { recursive: true }));
        await copyFile(testSecrets(), ownSecretsPath(this.dataDir));
        const database = await createTestDatabase();
        data.defer(() => database.drop());
        this.databaseUrl = database.url;
        await this.restart(env);
      } catch (error) {
        await this.close();
        throw error;
      }
    },
    async restart(env = {}) {
      await running.parts.disposeAsync();
      running.parts = new AsyncDisposableStack();
      setTestConfig({ DATA_DIR: this.dataDir, ...env });
      setLogDestination({ write: (line) => void logLines.push(line) });
      this.url = await start(this.databaseUrl, running.parts);
      rememberPublicUrl(this.url);
    },
    async close() {
      await running.parts.disposeAsync();
      await data.disposeAsync();
    },
  };
}

async function start(databaseUrl: string, parts: AsyncDisposableStack): Promise<string> {
  connectDatabase(databaseUrl);
  parts.defer(closeDatabase);
  connectStandby(config());
  parts.defer(flushRequestLog);
  parts.defer(flushAnnouncements);
  await openServiceSecrets();

  const server = createHttpServer().on("request", await createApiListener());
  // While a test runs a program, client and server wait; if the server closed an idle connection meanwhile,
  // the next call would fail.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  parts.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export type TestKeyOptions = {
  environment?: Environment;
  tier?: Tier;
  scopes?: readonly Scope[];
  organizationId?: string;
  expiresAt?: Date;
  revokedAt?: Date;
  allowedAddresses?: string[];
};

/** An organization with one API key; returns the key. */
export async function createTestKey({
  environment = "development",
  tier = "enterprise",
  scopes: keyScopes = scopes,
  organizationId,
  ...rest
}: TestKeyOptions = {}): Promise<string> {
  const { secret, row } = newApiKey({ environment, name: "Test key", scopes: keyScopes });
  const id = organizationId ?? (await createTestOrganization(tier));
  await prisma().apiKey.create({ data: { ...row, ...rest, organizationId: id } });
  return secret;
}

export async function createTestOrganization(
  tier: Tier = "enterprise",
  kind: OrganizationKind = "platform",
  approved: readonly Environment[] = environments,
): Promise<string> {
  const id = createId("organization");
  const approvedEnvironments = [...approved];
  await prisma().organization.create({
    data: { id, name: "Test", kind, tier, approvedEnvironments },
  });
  return id;
}
