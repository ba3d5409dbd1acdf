import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newApiKey } from "#lib/api-keys/create.ts";
import { rememberPublicUrl } from "#lib/config.ts";
import { createId } from "#lib/core/ids.ts";
import { type Scope, scopes } from "#lib/core/permissions.ts";
import type { Tier } from "#lib/core/tiers.ts";
import type { Environment, OrganizationKind } from "#lib/core/vocabulary.ts";
import { createApiListener } from "#lib/http/api-listener.ts";
import { setLogDestination } from "#lib/log/logger.ts";
import { flushRequestLog } from "#lib/request-log/record.ts";
import { openServiceSecrets } from "#lib/secrets/open-secrets.ts";
import { closeDatabase, connectDatabase, prisma } from "#lib/storage/database.ts";
import { setTestConfig } from "./test-config.ts";
import { createTestDatabase } from "./test-database.ts";

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

/** The API on a free port with a database of its own. `env` sets the variables of lib/config.ts. */
export async function startTestService(env: Record<string, string> = {}): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), "sealslip-service-"));
  const database = await createTestDatabase();
  const logLines: string[] = [];
  const running = { parts: new AsyncDisposableStack() };

  const service: TestService = {
    url: "",
    databaseUrl: database.url,
    dataDir,
    logLines,
    async restart(variables = {}) {
      await running.parts.disposeAsync();
      running.parts = new AsyncDisposableStack();
      setTestConfig({ DATA_DIR: dataDir, ...variables });
      setLogDestination({ write: (line) => void logLines.push(line) });
      service.url = await start(database.url, running.parts);
      rememberPublicUrl(service.url);
    },
    async close() {
      await running.parts.disposeAsync();
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
  try {
    await service.restart(env);
  } catch (error) {
    await service.close();
    throw error;
  }
  return service;
}

async function start(databaseUrl: string, parts: AsyncDisposableStack): Promise<string> {
  connectDatabase(databaseUrl);
  parts.defer(closeDatabase);
  parts.defer(flushRequestLog);
  await openServiceSecrets();

  const server = createServer(await createApiListener());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  parts.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An organization with one API key; returns the key. */
export async function createTestKey({
  environment = "development",
  tier = "enterprise",
  scopes: keyScopes = scopes,
  organizationId,
  ...rest
}: {
  environment?: Environment;
  tier?: Tier;
  scopes?: readonly Scope[];
  organizationId?: string;
  expiresAt?: Date;
  revokedAt?: Date;
  allowedAddresses?: string[];
} = {}): Promise<string> {
  const { secret, row } = newApiKey({ environment, name: "Test key", scopes: keyScopes });
  const id = organizationId ?? (await createTestOrganization(tier));
  await prisma().apiKey.create({ data: { ...row, ...rest, organizationId: id } });
  return secret;
}

export async function createTestOrganization(
  tier: Tier = "enterprise",
  kind: OrganizationKind = "platform",
): Promise<string> {
  const id = createId("organization");
  await prisma().organization.create({ data: { id, name: "Test", kind, tier } });
  return id;
}
