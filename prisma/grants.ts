import { Client } from "pg";

/** What the service only ever adds to: not even its own role may change or delete it. */
const APPEND_ONLY = ["audit_entry", "audit_link"];
/** What only a migration writes, and what only the operator does, as the owner. */
const READ_ONLY = ["_prisma_migrations", "audit_anchor"];

/**
 * Lets the role of `url` work with the tables that the role of `ownerUrl` owns. Where both are one role,
 * the migrations have taken its rights to change the append-only tables.
 */
export async function grantToService({
  url,
  ownerUrl,
}: {
  url: string;
  ownerUrl: string;
}): Promise<void> {
  const role = decodeURIComponent(new URL(url).username);
  if (role === decodeURIComponent(new URL(ownerUrl).username)) return;

  const client = new Client({ connectionString: ownerUrl, application_name: "sealslip grants" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    if (!(await hasGrants(client, role))) await grant(client, client.escapeIdentifier(role));
  } finally {
    await client.end();
  }
}

async function hasGrants(client: Client, role: string): Promise<boolean> {
  const { rows } = await client.query<{ complete: boolean }>(
    `SELECT bool_and(
       has_table_privilege($1, oid, 'SELECT')
       AND (relname = ANY ($3) OR has_table_privilege($1, oid, 'INSERT'))
       AND (relname = ANY ($2 || $3)) <> has_table_privilege($1, oid, 'UPDATE')
       AND (relname = ANY ($2 || $3)) <> has_table_privilege($1, oid, 'DELETE')) AS complete
     FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
    [role, APPEND_ONLY, READ_ONLY],
  );
  return rows[0]?.complete === true;
}

/** In one transaction: there is no moment at which the service may do more than it should. */
async function grant(client: Client, role: string): Promise<void> {
  await client.query("BEGIN");
  // Of several processes that start at once, each waits for the one before: grants of a table collide.
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended('sealslip grants', 0))");
  const statements = [
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
    `REVOKE UPDATE, DELETE, TRUNCATE ON ${APPEND_ONLY.join(", ")} FROM ${role}`,
    `REVOKE INSERT, UPDATE, DELETE ON ${READ_ONLY.join(", ")} FROM ${role}`,
  ];
  for (const statement of statements) await client.query(statement);
  await client.query("COMMIT");
}
