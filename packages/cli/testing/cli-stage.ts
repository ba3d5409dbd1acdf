import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setUp } from "../../../lib/testing/set-up.ts";
import type { TestService } from "../../../lib/testing/test-service.ts";
import { until } from "../../../lib/testing/until.ts";

const MAIN = join(import.meta.dirname, "../src/main.ts");

type Env = Record<string, string | undefined>;
type RunOptions = { env?: Env; input?: string };

type Ended = { code: number | null; stdout: string; stderr: string };

type Running = {
  /** Lines of standard output so far. */
  lines: string[];
  /** Standard error so far. */
  stderr(): string;
  /** Waits for a line, and fails if the program ends without it. */
  prints(pattern: RegExp): Promise<string>;
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Waits for the program to end by itself. */
  ends(): Promise<number | null>;
};

export type CliStage = AsyncDisposable & {
  /** An address that stays the same while the service restarts elsewhere. */
  url: string;
  folder: string;
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  start(args: readonly string[], options?: RunOptions): Running;
};

/** The CLI with a settings folder of its own, and `env` as its environment. */
export function setUpCli(service: TestService, env: () => Env = () => ({})): CliStage {
  return setUp(async () => {
    const parts = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), "sealslip-cli-"));
    parts.defer(() => rm(folder, { recursive: true, force: true }));
    const url = await openDoor(service, parts);
    const spawnCli = (args: readonly string[], { env: own = {}, input }: RunOptions = {}) => {
      const child = spawn(process.execPath, [MAIN, ...args], {
        cwd: folder,
        env: {
          NODE_ENV: "test",
          PATH: process.env.PATH,
          HOME: folder,
          NO_COLOR: "1",
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          SEALSLIP_CONFIG_DIR: join(folder, "config"),
          SEALSLIP_BASE_URL: url,
          ...env(),
          ...own,
        },
      });
      child.stdin.end(input ?? "");
      return child;
    };
    return {
      url,
      folder,
      async run(args, options) {
        const child = spawnCli(args, options);
        const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
        return { code: child.exitCode, stdout, stderr };
      },
      start(args, options) {
        const running = watch(spawnCli(args, options));
        parts.defer(async () => void (await running.end("SIGKILL")));
        return running;
      },
      [Symbol.asyncDispose]: () => parts.disposeAsync(),
    };
  });
}

function watch(child: ChildProcessWithoutNullStreams): Running {
  const lines: string[] = [];
  const errors: string[] = [];
  createInterface(child.stdout).on("line", (line) => lines.push(line));
  child.stderr.on("data", (part) => errors.push(String(part)));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    lines,
    stderr: () => errors.join(""),
    async prints(pattern) {
      const find = () => lines.find((line) => pattern.test(line));
      await until(async () => {
        if (find() === undefined && hasEnded()) throw new Error(`it ended: ${errors.join("")}`);
        return find() !== undefined;
      });
      return find() ?? "";
    },
    async end(signal) {
      if (!hasEnded()) {
        child.kill(signal);
        await once(child, "exit");
      }
      return child.exitCode;
    },
    async ends() {
      if (!hasEnded()) await once(child, "exit");
      return child.exitCode;
    },
  };
}

async function openDoor(service: TestService, parts: AsyncDisposableStack): Promise<string> {
  const door = createServer((client) => {
    const inside = connect(Number(new URL(service.url).port), "127.0.0.1");
    client.pipe(inside).pipe(client);
    client.on("error", () => inside.destroy());
    inside.on("error", () => client.destroy());
    inside.on("close", () => client.destroy());
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  parts.defer(() => void door.close());
  return `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
}
