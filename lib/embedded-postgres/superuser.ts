import { Client } from "pg";

/**
 * A connection of the superuser to the maintenance database. It is ended by the caller; what happens
 * to it while nothing runs on it is reported nowhere.
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
