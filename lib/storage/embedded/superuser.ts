import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { socketFolder } from "./settings.ts";

/**
 * A connection of the superuser to the maintenance database, which the caller ends. If it breaks while it
 * is idle, that is reported nowhere.
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

/** The database and the role that the service runs with. */
const NAME = "sealslip";
/** Owns the database and its tables, and changes them when a new version needs that. */
const OWNER = "sealslip_owner";

export type AppDatabase = {
  /** For the service. */
  url: string;
  /** The same database for its owner. */
  ownerUrl: string;
};

/**
 * Creates the service's database and its two roles if they are missing, and returns the URLs of the
 * database. The passwords in them are new at each start, so that none is kept on disk. The roles own
 * nothing else. By hand: Prisma has neither roles nor databases.
 */
export async function prepareAppDatabase(
  superuser: Client,
  place: { port: number; pgData: string },
): Promise<AppDatabase> {
  const [servicePassword, ownerPassword] = [createPassword(), createPassword()];
  const { roles, hasDatabase } = await selectExisting(superuser);
  const logIn = (role: string, secret: string) => [
    ...(roles.includes(role) ? [] : [`create role ${role}`]),
    `alter role ${role} with login password ${superuser.escapeLiteral(secret)}`,
  ];
  const script = [
    ...logIn(OWNER, ownerPassword),
    ...logIn(NAME, servicePassword),
    ...(hasDatabase ? [] : [`create database ${NAME} owner ${OWNER}`]),
    // For the schema of the job queue, which the service keeps itself.
    `grant create on database ${NAME} to ${NAME}`,
  ];
  // One by one: PostgreSQL creates no database in a statement with others.
  for (const statement of script) await superuser.query(statement);

  return {
    url: databaseUrl(NAME, servicePassword, place),
    ownerUrl: databaseUrl(OWNER, ownerPassword, place),
  };
}

function createPassword(): string {
  return randomBytes(24).toString("base64url");
}

function databaseUrl(
  role: string,
  password: string,
  { port, pgData }: { port: number; pgData: string },
): string {
  const url = new URL(`postgresql://${role}:${password}@127.0.0.1:${port}/${NAME}`);
  const folder = socketFolder(pgData);
  // As in libpq: the parameter replaces the host, and a value with a slash names a folder.
  if (folder) url.searchParams.set("host", folder);
  return url.href;
}

async function selectExisting(client: Client) {
  const { rows } = await client.query<{ roles: string[]; hasDatabase: boolean }>(
    `select array (select rolname::text from pg_roles where rolname in ($1, $2)) as roles,
            exists (select from pg_database where datname = $1) as "hasDatabase"`,
    [NAME, OWNER],
  );
  return rows[0] ?? { roles: [], hasDatabase: false };
}
