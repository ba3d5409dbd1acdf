import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { runAs } from "#lib/storage/embedded/account.ts";
import type { Place } from "./around.ts";
import {
  createDatabase,
  type Database,
  databaseSettings,
  databaseUrl,
  isAnswering,
} from "./database.ts";
import { createPart, type Part } from "./part.ts";

export type Postgres = Database & Part;

const run = promisify(execFile);

/** PostgreSQL as a package brings it, over TCP, with what docs/operations.md says to set. */
export async function createPostgres({
  folder,
  programs,
  account,
  port,
}: Place): Promise<Postgres> {
  const data = join(folder, "postgresql", "data");
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(folder, "postgresql", "password");
  await writeFile(passwordFile, password, { mode: 0o644 });
  const trust = ["-A", "scram-sha-256", "-U", "postgres", `--pwfile=${passwordFile}`];
  await run(programs.initdb, ["-D", data, "-E", "UTF8", ...trust], runAs(account));

  const settings = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    ...databaseSettings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const urlFor: Database["urlFor"] = (role, name) => databaseUrl({ port, password }, role, name);
  const part = createPart({
    name: "postgresql",
    folder,
    command: [programs.postgres, "-D", data, ...flags],
    options: runAs(account),
    // Its fast shutdown: sessions are ended, and everything is on disk.
    endSignal: "SIGINT",
    isReady: () => isAnswering(urlFor("postgres", "postgres")),
  });
  return {
    ...part,
    port,
    password,
    urlFor,
    createDatabase: (name) => createDatabase(urlFor("postgres", "postgres"), { name, password }),
  };
}
