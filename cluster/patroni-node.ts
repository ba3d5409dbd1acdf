import { readFileSync, realpathSync } from "node:fs";
import { chown, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runAs } from "#lib/storage/embedded/account.ts";
import { until } from "#lib/testing/until.ts";
import type { Place } from "./around.ts";
import { databaseUrl, SMALL_LOG } from "./database.ts";
import { readPatroniFile } from "./deploy-files.ts";
import { createPart, type Part } from "./part.ts";
import { isAlive, processTree, readCommand, signalAll } from "./processes.ts";
import type { Wire } from "./wire.ts";

/** One PostgreSQL with the Patroni that leads it; `Part` is the Patroni. */
export type PatroniNode = Part & {
  port: number;
  /** Patroni's REST API. */
  restPort: number;
  /** Where the files of PostgreSQL are. */
  disk: string;
  /** Its ways to the members of etcd. */
  links: Wire[];
  /** PostgreSQL itself, past HAProxy. */
  url: string;
  /** SIGKILL to PostgreSQL and Patroni at once, as if the machine were gone. */
  crash(): Promise<void>;
  /** SIGSTOP to all of them, as a machine that stands still. */
  freeze(): void;
  thaw(): void;
};

const deployed = readPatroniFile();
const { ttl, loop_wait, retry_timeout } = deployed.bootstrap.dcs;

/** Seconds: see deploy/postgresql/patroni.yml. */
export const patroniTimes = { ttl, loop_wait, retry_timeout };

/** For the disks of a trial, which are small. */
const smallDisk = { max_wal_size: SMALL_LOG, wal_keep_size: "128MB" };

const GONE_MS = 20_000;

type Options = Place & {
  name: string;
  restPort: number;
  links: Wire[];
  password: string;
  patroni: string;
};

export async function createPatroniNode(options: Options): Promise<PatroniNode> {
  const { folder, name, account, port, restPort, links, password, patroni } = options;
  const disk = join(folder, "postgresql", name);
  const data = join(disk, "data");
  const path = join(folder, `${name}.yml`);
  // JSON is YAML.
  await writeFile(path, JSON.stringify(patroniSettings({ ...options, disk, data })), {
    mode: 0o644,
  });
  const part = createPart({
    name,
    folder,
    command: [patroni, path],
    options: runAs(account),
    isReady: () => isRunning(restPort),
  });
  const postmaster = () => readPostmaster(data);
  const all = () => [part.pid(), ...(postmaster() ? processTree(postmaster()) : [])];
  const freeze = () => {
    // First what starts others.
    signalAll([part.pid(), postmaster()].filter(Boolean), "SIGSTOP");
    signalAll(all(), "SIGSTOP");
  };
  // A trial that is cut short leaves no PostgreSQL behind: it is no child of Patroni.
  const quit = () => {
    signalAll(all(), "SIGCONT");
    if (postmaster()) signalAll([postmaster()], "SIGQUIT");
  };
  process.once("exit", quit);

  return {
    ...part,
    ...{ port, restPort, disk, links, freeze },
    url: databaseUrl({ port, password }, "postgres", "postgres"),
    thaw: () => signalAll(all(), "SIGCONT"),
    async crash() {
      freeze();
      const pids = all();
      signalAll(pids, "SIGKILL");
      await until(async () => !pids.some(isAlive) && !part.isRunning(), GONE_MS);
    },
    async [Symbol.asyncDispose]() {
      const pid = postmaster();
      signalAll(all(), "SIGCONT");
      await part.kill();
      quit();
      // At once, and its shared memory is given back.
      await until(async () => !pid || !isAlive(pid), GONE_MS).catch(() =>
        signalAll(processTree(pid), "SIGKILL"),
      );
      process.off("exit", quit);
    },
  };
}

/** The file for production, with the addresses and accounts of one machine. */
function patroniSettings(options: Options & { disk: string; data: string }) {
  const { name, programs, port, restPort, links, password, disk, data } = options;
  const { scope, bootstrap, postgresql, tags } = deployed;
  const { dcs, initdb } = bootstrap;
  const { superuser, replication, rewind } = postgresql.authentication;
  const rest = `127.0.0.1:${restPort}`;
  const address = `127.0.0.1:${port}`;
  return {
    ...{ scope, name, tags },
    restapi: { listen: rest, connect_address: rest },
    // As proxies: the members' own addresses would lead past the wires.
    etcd: { hosts: links.map((link) => `127.0.0.1:${link.port}`), use_proxies: true },
    bootstrap: {
      dcs: {
        ...dcs,
        postgresql: {
          ...dcs.postgresql,
          parameters: { ...dcs.postgresql.parameters, ...smallDisk },
        },
      },
      initdb,
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: data,
      bin_dir: dirname(realpathSync(programs.initdb)),
      pgpass: join(disk, "pgpass"),
      authentication: {
        superuser: { username: superuser.username, password },
        replication: { username: replication.username, password },
        rewind: { username: rewind.username, password },
      },
      pg_hba: [
        "host all all 127.0.0.1/32 scram-sha-256",
        "host replication all 127.0.0.1/32 scram-sha-256",
      ],
      parameters: { unix_socket_directories: "" },
    },
    // It would restart the machine of whoever runs the trial.
    watchdog: { mode: "off" },
  };
}

async function isRunning(restPort: number): Promise<boolean> {
  const url = `http://127.0.0.1:${restPort}/health`;
  return await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}

/** Of its file, which outlives a kill: 0 where that process is gone, or another's by now. */
function readPostmaster(data: string): number {
  try {
    const pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    return readCommand(pid).includes(data) ? pid : 0;
  } catch {
    return 0;
  }
}

/** Makes the folder that PostgreSQL's account owns. */
export async function prepareNode({ folder, account }: Place, name: string): Promise<string> {
  const disk = join(folder, "postgresql", name);
  await mkdir(disk, { mode: 0o750 });
  if (account) await chown(disk, account.uid, account.gid);
  return disk;
}
