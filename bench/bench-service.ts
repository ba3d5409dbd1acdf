import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clusterPath } from "#lib/storage/embedded/cluster.ts";
import { findFreePort } from "#lib/storage/embedded/postmaster.ts";
import { startEmbeddedPostgres } from "#lib/storage/embedded/start.ts";
import { readUsage, sumUsage, type Usage } from "./process-usage.ts";

export type BenchStage = {
  /** Of PostgreSQL and all services; removed after the run. */
  folder: string;
  /** For the role of the services. */
  url: string;
  /** For the role that owns the tables. */
  ownerUrl: string;
  /**
   * Runs a script that serves on PORT, as in production, on the database and in a data folder of its own,
   * which `instances` processes share as behind a load balancer.
   */
  start(script: string, options?: StartOptions): Promise<BenchService>;
};

export type Login = { email: string; password: string };

type StartOptions = {
  instances?: number;
  /** Of each instance of our service, under a supervisor where there are several. */
  processes?: number;
  nodeOptions?: string[];
  /** More variables of its environment. */
  env?: Record<string, string>;
};

export type BenchService = {
  /** One for each instance. */
  urls: string[];
  dataDir: string;
  apiKey: string;
  /** Of a member of the key's organization; of ours alone. */
  login: Login;
  /** The first instance. */
  process: ChildProcess;
  /** Of all instances with their children; undefined if unknown. */
  usage(): Promise<Usage | undefined>;
  /** Of PostgreSQL, which all services of a stage share. */
  databaseUsage(): Promise<Usage | undefined>;
  /** Until it is resumed, it takes no processor time from others, and postpones its own work. */
  pause(): void;
  resume(): void;
};

const root = join(import.meta.dirname, "..");

/** One PostgreSQL for all services that `work` starts; all of it is removed afterwards. */
export async function onStage(work: (stage: BenchStage) => Promise<void>): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "sealslip-bench-"));
  parts.defer(() => rm(folder, { recursive: true }));
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  parts.defer(() => postgres.stop());

  const databaseUsage = async () => readUsage(await readPostmasterId(folder));
  let count = 0;
  const stage: BenchStage = {
    folder,
    url: postgres.url,
    ownerUrl: postgres.ownerUrl,
    async start(script, { instances = 1, processes = 1, nodeOptions = [], env = {} } = {}) {
      count += 1;
      const dataDir = join(folder, `service-${count}`);
      await mkdir(dataDir);
      const urls = { DATABASE_URL: postgres.url, DATABASE_OWNER_URL: postgres.ownerUrl };
      const settings = {
        DATA_DIR: dataDir,
        ...urls,
        DEMO: "1",
        WEB_CONCURRENCY: String(processes),
        ...env,
      };
      const command = [...nodeOptions, join(root, script)];
      const started: Instance[] = [];
      while (started.length < instances) {
        const instance = await spawnInstance(command, settings);
        parts.defer(() => end(instance.child));
        await announced(instance.child, "ready");
        // The log is written, as in production; unread, it would soon block the server.
        instance.child.stdout?.resume();
        started.push(instance);
      }
      return { ...(await describeService(started, dataDir)), databaseUsage };
    },
  };
  await Promise.race([work(stage), interrupted()]);
}

/** Rejects when the run is interrupted, so that nothing outlives it, least of all a stopped server. */
function interrupted(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => reject(new Error(`stopped by ${signal}`)));
    }
  });
}

async function readPostmasterId(folder: string): Promise<number> {
  const path = join(clusterPath(folder), "data", "postmaster.pid");
  return Number.parseInt(await readFile(path, "utf8"), 10);
}

type Instance = { child: ChildProcess; url: string };

async function describeService(
  instances: Instance[],
  dataDir: string,
): Promise<Omit<BenchService, "databaseUsage">> {
  const [first] = instances;
  if (!first) throw new Error("a service has an instance");
  const demo = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8"));
  const signal = (name: NodeJS.Signals) => {
    for (const { child } of instances) child.kill(name);
  };
  return {
    urls: instances.map(({ url }) => url),
    dataDir,
    apiKey: demo.apiKeys.platform,
    login: demo.logins?.platform,
    process: first.child,
    usage: async () =>
      sumUsage(await Promise.all(instances.map(({ child }) => readUsage(child.pid ?? 0)))),
    pause: () => signal("SIGSTOP"),
    resume: () => signal("SIGCONT"),
  };
}

async function spawnInstance(
  command: string[],
  settings: Record<string, string>,
): Promise<Instance> {
  const port = await findFreePort();
  const env = { ...process.env, ...settings, PORT: String(port) };
  const child = spawn(process.execPath, command, { env, stdio: ["ignore", "pipe", "inherit"] });
  return { child, url: `http://127.0.0.1:${port}` };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGCONT");
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function announced({ stdout }: ChildProcess, word: string): Promise<void> {
  for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    if (String(chunk).includes(word)) return;
  }
  throw new Error("the server ended before it was ready");
}
