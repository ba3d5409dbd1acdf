import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { socketFolder } from "./settings.ts";

/**
 * A connection of the superuser to the maintenance database, which the caller ends. If it breaks while
 * it is idle, that is reported nowhere.
 */
export async function connectSuperuser(port: number, password: string): Promise<Client> {
  const client = new Client({
    host: "127.0.0.1",
    port,
    user: "postgres",
    password,
    database: "postgres",
    application_name: "sealslip owner",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

const NAME = "sealslip";

/**
 * Creates the service's database and role if they are missing, and returns the URL of the database. The
 * password in it is new at each start, so that none is kept on disk. The role owns nothing else. By
 * hand: Prisma has neither roles nor databases.
 */
export async function prepareAppDatabase(
  superuser: Client,
  { port, pgData }: { port: number; pgData: string },
): Promise<string> {
  const password = randomBytes(24).toString("base64url");
  const { hasRole, hasDatabase } = await selectExisting(superuser);
  const script = [
    ...(hasRole ? [] : [`create role ${NAME}`]),
    `alter role ${NAME} with login password ${superuser.escapeLiteral(password)}`,
    ...(hasDatabase ? [] : [`create database ${NAME} owner ${NAME}`]),
  ];
  // One by one: PostgreSQL creates no database in a statement with others.
  for (const statement of script) await superuser.query(statement);

  const url = new URL(`postgresql://${NAME}:${password}@127.0.0.1:${port}/${NAME}`);
  const folder = socketFolder(pgData);
  // As in libpq: the parameter replaces the host, and a value with a slash names a folder.
  if (folder) url.searchParams.set("host", folder);
  return url.href;
}

async function selectExisting(client: Client) {
  const { rows } = await client.query<{ hasRole: boolean; hasDatabase: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as "hasRole",
            exists (select from pg_database where datname = $1) as "hasDatabase"`,
    [NAME],
  );
  return rows[0] ?? { hasRole: false, hasDatabase: false };
}
