import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "#lib/storage/embedded/postmaster.ts";
import { startEmbeddedPostgres } from "#lib/storage/embedded/start.ts";

export type BenchService = {
  /** One for each instance. */
  urls: string[];
  apiKey: string;
  /** Processor time used so far, user and system, milliseconds; undefined where /proc is missing. */
  cpuMs(): Promise<number | undefined>;
  stop(): Promise<void>;
};

/**
 * Runs a script that serves on PORT, as it would run for real: on an embedded PostgreSQL and a data
 * folder of its own, which `instances` processes share as behind a load balancer.
 */
export async function startBenchService(script: string, instances = 1): Promise<BenchService> {
  const dataDir = await mkdtemp(join(tmpdir(), "sealslip-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const started: Instance[] = [];
  const stop = async () => {
    await Promise.all(started.map(({ child }) => end(child)));
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  };
  try {
    while (started.length < instances) {
      const urls = { DATABASE_URL: postgres.url, DATABASE_OWNER_URL: postgres.ownerUrl };
      const settings = { DATA_DIR: dataDir, ...urls, DEMO: "1" };
      started.push(await startInstance(script, settings));
    }
    const demo = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8"));
    return {
      urls: started.map(({ url }) => url),
      apiKey: demo.apiKeys.platform,
      cpuMs: async () => {
        const each = await Promise.all(started.map(({ child }) => cpuMs(child.pid)));
        return each.reduce((sum, ms) => (sum === undefined || ms === undefined ? ms : sum + ms));
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Instance = { child: ChildProcess; url: string };

async function startInstance(script: string, settings: Record<string, string>): Promise<Instance> {
  const port = await findFreePort();
  const env = { ...process.env, ...settings, PORT: String(port) };
  const child = spawn(process.execPath, [script], { env, stdio: ["ignore", "pipe", "inherit"] });
  await announced(child, "ready");
  // The log goes on being written, as in production; nobody reads it.
  child.stdout?.resume();
  return { child, url: `http://127.0.0.1:${port}` };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function announced(child: ChildProcess, word: string): Promise<void> {
  const output = child.stdout?.iterator({ destroyOnReturn: false });
  for await (const chunk of output ?? []) {
    if (String(chunk).includes(word)) return;
  }
  throw new Error("the server ended before it was ready");
}

async function cpuMs(pid: number | undefined): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // Fields 14 and 15 of proc(5), in ticks of 10 ms; the name in field 2 may hold spaces.
  const [user, system] =
    stat
      ?.slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13) ?? [];
  return user === undefined ? undefined : (Number(user) + Number(system)) * 10;
}
