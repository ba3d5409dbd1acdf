import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { socketFolder } from "./settings.ts";

/**
 * A connection of the superuser, to the maintenance database unless another is named, which the caller
 * ends. If it breaks while it is idle, that is reported nowhere.
 */
export async function connectSuperuser(
  port: number,
  password: string,
  database = "postgres",
): Promise<Client> {
  const client = new Client({
    host: "127.0.0.1",
    port,
    user: "postgres",
    password,
    database,
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
  { port, pgData, password }: { port: number; pgData: string; password: string },
): Promise<AppDatabase> {
  const [servicePassword, ownerPassword] = [createPassword(), createPassword()];
  const { roles, owner } = await selectExisting(superuser);
  const logIn = (role: string, secret: string) => [
    ...(roles.includes(role) ? [] : [`create role ${role}`]),
    `alter role ${role} with login password ${superuser.escapeLiteral(secret)}`,
  ];
  const script = [
    ...logIn(OWNER, ownerPassword),
    ...logIn(NAME, servicePassword),
    ...(owner === null ? [`create database ${NAME} owner ${OWNER}`] : []),
    // For the schema of the job queue, which the service keeps itself.
    `grant create on database ${NAME} to ${NAME}`,
  ];
  // One by one: PostgreSQL creates no database in a statement with others.
  for (const statement of script) await superuser.query(statement);
  if (owner === NAME) await handOver(await connectSuperuser(port, password, NAME));

  const place = { port, pgData };
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
  const { rows } = await client.query<{ roles: string[]; owner: string | null }>(
    `select array (select rolname::text from pg_roles where rolname in ($1, $2)) as roles,
            (select pg_get_userbyid(datdba)::text from pg_database where datname = $1) as owner`,
    [NAME, OWNER],
  );
  return rows[0] ?? { roles: [], owner: null };
}

/** Gives what the service owned by itself in earlier versions to the owner; the queue's schema stays. */
async function handOver(superuser: Client): Promise<void> {
  try {
    const { rows } = await superuser.query<{ statement: string }>(
      `select format('alter table public.%I owner to ${OWNER}', relname) as statement
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       union all
       select format('alter type public.%I owner to ${OWNER}', typname)
       from pg_type where typnamespace = 'public'::regnamespace and typtype = 'e'`,
    );
    for (const { statement } of rows) await superuser.query(statement);
    // Last: whoever is interrupted before begins again.
    await superuser.query(`alter database ${NAME} owner to ${OWNER}`);
  } finally {
    await superuser.end();
  }
}
