import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { spawnProgram } from "#lib/testing/spawn-program.ts";
import { createPart, type Part } from "./part.ts";

export type Instance = Part & {
  port: number;
  url: string;
  isReady(): Promise<boolean>;
};

type Env = Record<string, string>;

const ROOT = join(import.meta.dirname, "..");
const PROBE_MS = 2_000;

/** `server.ts`, as `npm start` runs it. */
export function createInstance(options: {
  name: string;
  folder: string;
  env: Env;
  port: number;
  /** On a quarantined database, which no instance is ready on, its start is over when it is alive. */
  isQuarantined?: boolean;
}): Instance {
  const { name, folder, env, port, isQuarantined = false } = options;
  const url = `http://127.0.0.1:${port}`;
  const isReady = () => answers(`${url}/api/ready`);
  const part = createPart({
    ...{ name, folder, isOurs: true },
    isReady: isQuarantined ? () => answers(`${url}/api/health`) : isReady,
    command: [process.execPath, "server.ts"],
    options: { cwd: ROOT, env: { ...baseEnv(), ...env, PORT: String(port) } },
  });
  return { ...part, port, url, isReady };
}

/** `worker.ts`, which says that it runs its jobs. */
export function createWorker({ folder, env }: { folder: string; env: Env }): Part {
  return createPart({
    ...{ name: "worker", folder, isOurs: true },
    isReady: async (output) => output.includes("Sealslip runs its jobs"),
    command: [process.execPath, "worker.ts"],
    options: { cwd: ROOT, env: { ...baseEnv(), ...env, WORKER: "1" } },
  });
}

/** `npm run migrate`, the one step that needs the owner of the tables. */
export async function migrate(env: Env): Promise<void> {
  const child = spawnProgram("scripts/migrate.ts", env);
  child.stdout.resume();
  const complaint = text(child.stderr);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the migrations failed: ${await complaint}`);
}

/** Nothing of the caller's settings: a trial means what it says. */
function baseEnv(): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { NODE_ENV: "production", PATH, HOME };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_MS) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
