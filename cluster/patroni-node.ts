import { readFileSync, realpathSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runAs } from "#lib/storage/embedded/account.ts";
import { until } from "#lib/testing/until.ts";
import { makeFolder, type Place } from "./around.ts";
import type { Backups, NodeBackups } from "./backups.ts";
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
  /** An empty disk in the place of the one that it had, and Patroni's file, which says how a cluster begins, anew. */
  replaceDisk(bootstrap: Bootstrap): Promise<void>;
};

/** Of Patroni's `bootstrap`, in the place of `initdb`. */
type Bootstrap = { method: string; [method: string]: unknown };

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
  /** Where it archives. */
  backups?: Backups;
};

export async function createPatroniNode(options: Options): Promise<PatroniNode> {
  const { folder, name, account, port, restPort, links, password, patroni } = options;
  const disk = join(folder, "postgresql", name);
  const data = join(disk, "data");
  const path = join(folder, `${name}.yml`);
  const archive = await options.backups?.enroll({ name, data, port, socketFolder: disk });
  const writeSettings = async (bootstrap?: Bootstrap) => {
    const settings = patroniSettings({ ...options, disk, data, archive, bootstrap });
    // JSON is YAML.
    await writeFile(path, JSON.stringify(settings), { mode: 0o644 });
  };
  await writeSettings();
  const part = createPart({
    name,
    folder,
    command: [patroni, path],
    options: { ...runAs(account), ...(archive && { env: archive.env }) },
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
    async replaceDisk(bootstrap) {
      // Not the folder: it may be where the disk is mounted.
      for (const entry of await readdir(disk)) await rm(join(disk, entry), { recursive: true });
      await makeFolder(data, 0o700, account);
      await writeSettings(bootstrap);
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

type Layout = {
  disk: string;
  data: string;
  archive: NodeBackups | undefined;
  bootstrap: Bootstrap | undefined;
};

/** The file for production, with the addresses and accounts of one machine. */
function patroniSettings(options: Options & Layout) {
  const { name, programs, port, restPort, links, password, disk, data } = options;
  const { scope, postgresql, tags } = deployed;
  const { dcs, initdb } = deployed.bootstrap;
  const { backups, archive, bootstrap = { initdb } } = options;
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
          parameters: {
            ...dcs.postgresql.parameters,
            ...smallDisk,
            ...(backups && archiveSettings(backups)),
          },
          ...(backups && {
            recovery_conf: { restore_command: `${backups.command} archive-get %f "%p"` },
          }),
        },
      },
      ...bootstrap,
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
        ...(archive ? [archive.hba] : []),
        "host all all 127.0.0.1/32 scram-sha-256",
        "host replication all 127.0.0.1/32 scram-sha-256",
      ],
      ...(archive && { pg_ident: [archive.ident] }),
      parameters: { unix_socket_directories: archive ? disk : "" },
    },
    // It would restart the machine of whoever runs the trial.
    watchdog: { mode: "off" },
  };
}

/** As docs/restore.md has them: what is lost with all machines is at most a minute. */
function archiveSettings({ command }: Backups) {
  return {
    archive_mode: "on",
    archive_command: `${command} archive-push %p`,
    archive_timeout: "60",
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
  await makeFolder(disk, 0o750, account);
  return disk;
}
