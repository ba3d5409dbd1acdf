import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Client } from "pg";

export type TestDatabase = {
  /** For the role of the service. */
  url: string;
  /** For the role that owns the tables. */
  ownerUrl: string;
  drop(): Promise<void>;
};

/** A migrated, empty database of its own for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = ownerTemplate();
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(
    template,
    // Copied page by page through the write-ahead log, as by default, it takes twice the time.
    `CREATE DATABASE ${name} TEMPLATE ${new URL(template).pathname.slice(1)} STRATEGY FILE_COPY`,
  );
  return {
    url: withName(serviceTemplate(), name),
    ownerUrl: withName(template, name),
    drop: () => dropDatabase(template, name),
  };
}

/** What the service may not do in its own database, such as taking a table away or tampering. */
export async function asOwner(databaseUrl: string, statement: string): Promise<void> {
  await administer(ownerTemplate(), statement, new URL(databaseUrl).pathname);
}

/** The same database for the role that owns the tables. */
export function ownerUrlOf(databaseUrl: string): string {
  return withName(ownerTemplate(), new URL(databaseUrl).pathname.slice(1));
}

/** The data directory of the PostgreSQL that all tests share. */
export function testDataDirectory(): string {
  return join(required(process.env.TEST_CLUSTER), "data");
}

/** The file of secrets that all tests begin with. */
export function testSecrets(): string {
  return required(process.env.TEST_SECRETS);
}

function serviceTemplate(): string {
  return required(process.env.TEST_DATABASE_URL);
}

function ownerTemplate(): string {
  return required(process.env.TEST_DATABASE_OWNER_URL);
}

function required(value: string | undefined): string {
  if (!value) throw new Error("run tests with npm test, which starts PostgreSQL");
  return value;
}

function withName(template: string, name: string): string {
  const url = new URL(template);
  url.pathname = `/${name}`;
  return url.href;
}

async function dropDatabase(template: string, name: string): Promise<void> {
  try {
    await administer(template, `DROP DATABASE ${name} WITH (FORCE)`);
  } catch (error) {
    const isRefused = error instanceof Error && "code" in error && error.code === "42501";
    if (!isRefused) throw error;
    // Autovacuum is in it, which only a superuser may force out; a drop without force ends it itself.
    await administer(template, `DROP DATABASE ${name}`);
  }
}

/** From the maintenance database, unless another is named: a template may have no connections of its own. */
async function administer(
  template: string,
  statement: string,
  pathname = "/postgres",
): Promise<void> {
  const url = new URL(template);
  url.pathname = pathname;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
