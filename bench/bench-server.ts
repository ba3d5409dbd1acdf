import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type BenchServer = {
  url: string;
  apiKey: string;
  /** Processor time used so far, user and system, milliseconds; undefined where /proc is missing. */
  cpuMs(): Promise<number | undefined>;
  stop(): Promise<void>;
};

/** Runs a script that serves on PORT, as it would run for real, with a data folder of its own. */
export async function startBenchServer(script: string): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "sealslip-bench-"));
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port) };
  const child = spawn(process.execPath, [script], { env, stdio: ["ignore", "pipe", "inherit"] });
  await announced(child, "ready");
  // The log goes on being written, as in production; nobody reads it.
  child.stdout?.resume();

  const demo = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8"));
  return {
    url: `http://127.0.0.1:${port}`,
    apiKey: demo.apiKeys.platform,
    cpuMs: () => cpuMs(child.pid),
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
      await rm(dataDir, { recursive: true });
    },
  };
}

async function announced(child: ChildProcess, word: string): Promise<void> {
  for await (const chunk of child.stdout ?? []) {
    if (String(chunk).includes(word)) return;
  }
  throw new Error("the server ended before it was ready");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
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
