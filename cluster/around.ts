import { chown, mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { runAs, type SystemAccount } from "#lib/storage/embedded/account.ts";
import { until } from "#lib/testing/until.ts";
import { readPoolerFile } from "./deploy-files.ts";
import { createPart, type Part } from "./part.ts";
import { type Programs, readVersion } from "./programs.ts";

/** Where a part runs. */
export type Place = {
  folder: string;
  programs: Programs;
  /** None of these wants to be root. */
  account: SystemAccount | undefined;
  port: number;
};

const TAKEN_UP_MS = 10 * 60_000;

/** A folder that belongs to the account of the parts. */
export async function makeFolder(
  path: string,
  mode: number,
  account: Place["account"],
): Promise<void> {
  await mkdir(path, { mode });
  if (account) await chown(path, account.uid, account.gid);
}

export type Pooler = Part & { pooling: "transaction" | "session" };

/** PgBouncer of deploy/postgresql: by transaction from 1.21 on, which keeps prepared statements. */
export async function createPooler(
  { folder, programs, account, port }: Place,
  database: { port: number; password: string },
): Promise<Pooler> {
  const [major = 0, minor = 0] = readVersion(programs.pgbouncer).split(".").map(Number);
  const keepsPrepared = major > 1 || minor >= 21;
  const pooling = keepsPrepared ? "transaction" : "session";
  const users = join(folder, "pgbouncer-users.txt");
  await writeFile(users, `"sealslip" "${database.password}"\n`, { mode: 0o644 });
  const path = join(folder, "pgbouncer.ini");
  const settings = {
    ...readSharedSettings(),
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_file: users,
    pool_mode: pooling,
    ...(!keepsPrepared && { default_pool_size: 150 }),
  };
  const lines = [
    "[databases]",
    `* = host=127.0.0.1 port=${database.port}`,
    "[pgbouncer]",
    ...Object.entries(settings)
      .filter(([name]) => keepsPrepared || name !== "max_prepared_statements")
      .map(([name, value]) => `${name} = ${value}`),
    "",
  ];
  await writeFile(path, lines.join("\n"));
  const part = createPart({
    name: "pgbouncer",
    folder,
    command: [programs.pgbouncer, path],
    options: runAs(account),
    // From 1.23 on, its SIGTERM waits for clients, and ours stay.
    endSignal: "SIGQUIT",
    isReady: () => isListening(port),
  });
  return { ...part, pooling };
}

/** Of the file for production, those that do not belong to one machine. */
function readSharedSettings(): Record<string, string> {
  const all = Object.entries(readPoolerFile());
  return Object.fromEntries(all.filter(([name]) => !name.startsWith("server_tls_")));
}

export function createRedis({ folder, programs, account, port }: Place): Part {
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", "/tmp"];
  return createPart({
    name: "redis",
    folder,
    command: [programs.redis, ...settings],
    options: runAs(account),
    isReady: () => isListening(port),
  });
}

export type Balancer = Part & {
  url: string;
  /** Waits until it sends requests to this instance again. */
  takesUp(name: string): Promise<void>;
};

/** An HAProxy of that name and configuration, which listens on the port of its place. */
export async function createHaproxy(
  { folder, programs, account, port }: Place,
  name: string,
  configuration: string,
): Promise<Part> {
  const path = join(folder, `${name}.cfg`);
  await writeFile(path, configuration);
  return createPart({
    name,
    folder,
    command: [programs.haproxy, "-db", "-f", path],
    options: runAs(account),
    isReady: () => isListening(port),
  });
}

/** HAProxy that asks for readiness twice a second, and neither repeats a request nor sends it elsewhere. */
export async function createBalancer(
  place: Place,
  { instances, statsPort }: { instances: readonly Target[]; statsPort: number },
): Promise<Balancer> {
  const lines = [
    "defaults",
    "  mode http",
    "  retries 0",
    "  no option redispatch",
    "  option forwardfor",
    "  timeout connect 2s",
    "  timeout client 75s",
    "  timeout server 75s",
    // A busy machine is no reason to take an instance out.
    "  timeout check 30s",
    "frontend public",
    `  bind 127.0.0.1:${place.port}`,
    "  default_backend service",
    "backend service",
    "  balance roundrobin",
    "  option httpchk GET /api/ready",
    "  http-check expect status 200",
    "  default-server check inter 500 fall 3 rise 1",
    ...instances.map((target) => `  server ${target.name} 127.0.0.1:${target.port}`),
    "frontend figures",
    `  bind 127.0.0.1:${statsPort}`,
    "  stats enable",
    "  stats uri /",
    "",
  ];
  const part = await createHaproxy(place, "haproxy", lines.join("\n"));
  const isUp = async (name: string) => {
    const table = await fetch(`http://127.0.0.1:${statsPort}/;csv`).then((it) => it.text());
    const row = table.split("\n").find((line) => line.startsWith(`service,${name},`));
    return row?.split(",")[17] === "UP";
  };
  return {
    ...part,
    url: `http://127.0.0.1:${place.port}`,
    takesUp: (name) => until(() => isUp(name), TAKEN_UP_MS),
  };
}

type Target = { name: string; port: number };

export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
