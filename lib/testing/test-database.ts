import { randomBytes } from "node:crypto";
import { Client } from "pg";

/** A migrated, empty database of its own for one test file. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const template = process.env.TEST_DATABASE_URL;
  if (!template) throw new Error("run tests with npm test, which starts PostgreSQL");

  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(
    template,
    `CREATE DATABASE ${name} TEMPLATE ${new URL(template).pathname.slice(1)}`,
  );
  const url = new URL(template);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(template, name) };
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

/** From the maintenance database: a template may have no connections of its own. */
async function administer(template: string, statement: string): Promise<void> {
  const url = new URL(template);
  url.pathname = "/postgres";
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
