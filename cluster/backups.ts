import { execFile, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { globSync, statSync } from "node:fs";
import { chown, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { runAs, type SystemAccount } from "#lib/storage/embedded/account.ts";
import { isListening, makeFolder, type Place } from "./around.ts";
import { createMachineCertificates } from "./certificates.ts";
import { createPart, type Part } from "./part.ts";
import { certificateOptions, fillConf, STANZA } from "./pgbackrest-conf.ts";
import { findFreePorts } from "./ports.ts";

/** The machine of the backups, with the pgBackRest of each PostgreSQL. */
export type Backups = AsyncDisposable & {
  /** The program with its stanza, as each machine calls it. */
  command: string;
  /** Lets the servers of all machines run, once each PostgreSQL has been enrolled. */
  start(): Promise<void>;
  /** Gives a PostgreSQL its file; returns what Patroni is to know. */
  enroll(node: BackedUpNode): Promise<NodeBackups>;
  /** A command on the machine of the backups; returns what it prints. */
  run(...args: readonly string[]): Promise<string>;
  list(): Promise<BackupInfo[]>;
  /** Bytes of what has been archived. */
  archiveSize(): number;
};

type BackedUpNode = {
  name: string;
  /** Its data folder. */
  data: string;
  port: number;
  /** The folder of its socket. */
  socketFolder: string;
};

export type NodeBackups = {
  /** For the programs of its machine. */
  env: NodeJS.ProcessEnv;
  /** Lines of pg_hba.conf and pg_ident.conf, by which pgBackRest is let in. */
  hba: string;
  ident: string;
};

export type BackupInfo = {
  label: string;
  type: "full" | "diff" | "incr";
  /** Bytes: of the database, and of what the repository took for it. */
  info: { size: number; repository: { delta: number } };
};

const MACHINE = "backup.internal";
const NODES = ["pg-1", "pg-2", "pg-3"];

const run = promisify(execFile);

export async function createBackups({ folder, account }: Place, program: string): Promise<Backups> {
  const home = join(folder, "backups");
  await makeFolder(home, 0o750, account);
  const machines = [MACHINE, ...NODES.map(machineOf)];
  const certificates = await createMachineCertificates(home, machines, account);
  const [repositoryPort = 0, ...nodePorts] = await findFreePorts(machines.length);
  const repository = join(home, "repository");
  const nodes: BackedUpNode[] = [];
  const servers: Part[] = [];

  const optionsFor = (machine: string, port: number, prefixes: readonly string[]) => {
    const certificate = certificates.get(machine);
    if (!certificate) throw new Error(`${machine} has no certificate`);
    return {
      ...certificateOptions(["tls-server", ...prefixes], certificate),
      ...{ "tls-server-address": "127.0.0.1", "tls-server-port": port },
    };
  };
  const addMachine = async (name: string, port: number, conf: string) => {
    const { server, env } = await createMachine({
      home,
      folder,
      account,
      program,
      name,
      port,
      conf,
    });
    servers.push(server);
    return env;
  };
  const writeRepository = () => {
    const prefixes = nodes.map((_, at) => `pg${at + 1}-host`);
    const values = {
      ...optionsFor(MACHINE, repositoryPort, prefixes),
      "repo1-path": repository,
      "repo1-cipher-pass": randomBytes(36).toString("base64"),
      ...Object.fromEntries(nodes.flatMap((node, at) => nodeOptions(node, at + 1, nodePorts[at]))),
    };
    return addMachine("backup", repositoryPort, fillConf("repository.conf", values));
  };
  const here: { env?: NodeJS.ProcessEnv } = {};

  const backups: Backups = {
    command: `${program} --stanza=${STANZA}`,
    async enroll(node) {
      const port = nodePorts[nodes.push(node) - 1] ?? 0;
      const values = {
        ...optionsFor(machineOf(node.name), port, ["repo1-host"]),
        ...{ "repo1-host": "127.0.0.1", "repo1-host-port": repositoryPort },
        ...{ "pg1-path": node.data, "pg1-port": node.port },
        "pg1-socket-path": node.socketFolder,
      };
      const env = await addMachine(node.name, port, fillConf("pgbackrest.conf", values));
      return {
        env,
        // Debian's first line is that without a map: the account has the name of the role there.
        hba: "local all postgres peer map=backups",
        ident: `backups ${accountName(account)} postgres`,
      };
    },
    async start() {
      await makeFolder(repository, 0o750, account);
      here.env = await writeRepository();
      await Promise.all(servers.map((server) => server.start()));
    },
    async run(...args) {
      const options = { ...runAs(account), env: here.env, maxBuffer: 64 * 1024 * 1024 };
      const { stdout } = await run(program, [`--stanza=${STANZA}`, ...args], options);
      return stdout;
    },
    async list() {
      const [stanza] = JSON.parse(await backups.run("info", "--output=json"));
      return stanza.backup;
    },
    archiveSize: () => sizeOf(join(repository, "archive")),
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
    },
  };
  return backups;
}

/** Its file, a folder for what pgBackRest keeps there, and its server. */
async function createMachine(options: {
  home: string;
  folder: string;
  account: SystemAccount | undefined;
  program: string;
  name: string;
  port: number;
  conf: string;
}): Promise<{ server: Part; env: NodeJS.ProcessEnv }> {
  const { home, folder, account, program, name, port, conf } = options;
  const own = join(home, name);
  await makeFolder(own, 0o750, account);
  const path = join(own, "pgbackrest.conf");
  await writeFile(path, conf, { mode: 0o600 });
  if (account) await chown(path, account.uid, account.gid);
  const env = {
    ...runAs(account).env,
    PGBACKREST_CONFIG: path,
    PGBACKREST_LOG_PATH: own,
    PGBACKREST_LOCK_PATH: own,
    PGBACKREST_SPOOL_PATH: own,
    PGUSER: "postgres",
  };
  const server = createPart({
    name: `backups-${name}`,
    folder,
    command: [program, "server"],
    options: { ...runAs(account), env },
    isReady: () => isListening(port),
  });
  return { server, env };
}

function machineOf(name: string): string {
  return `${name}.internal`;
}

/** What the machine of the backups knows of a PostgreSQL. */
function nodeOptions(node: BackedUpNode, number: number, serverPort = 0) {
  return [
    [`pg${number}-host`, "127.0.0.1"],
    [`pg${number}-host-port`, serverPort],
    [`pg${number}-path`, node.data],
    [`pg${number}-port`, node.port],
    [`pg${number}-socket-path`, node.socketFolder],
  ] as const;
}

function accountName(account: SystemAccount | undefined): string {
  if (!account) return userInfo().username;
  return execFileSync("id", ["-un", String(account.uid)], { encoding: "utf8" }).trim();
}

function sizeOf(folder: string): number {
  return (
    globSync(join(folder, "**"), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      // pgBackRest renames what it has written.
      .reduce((total, path) => total + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
  );
}
