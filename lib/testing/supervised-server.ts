import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { json, text } from "node:stream/consumers";
import { findFreePort } from "#lib/storage/embedded/postmaster.ts";
import type { Answer } from "./api-client.ts";
import { spawnProgram } from "./spawn-program.ts";
import { until } from "./until.ts";

/** A server of several processes with an embedded database of its own, unless DATABASE_URL names another. */
export type SupervisedServer = AsyncDisposable & {
  url: string;
  dataDir: string;
  /** The supervisor. */
  pid: number;
  /** What it has written so far to standard output; each line of the log is one entry. */
  lines: readonly string[];
  /** Waits for an entry of the log with that message. */
  logs(message: string): Promise<void>;
  /** All of its standard error, once it has ended. */
  complaint: Promise<string>;
  /** The process that answered, which its entry in the log names. */
  answeredBy(answer: Answer): Promise<number>;
  /** SIGTERM; the exit code. */
  end(): Promise<number | null>;
};

export async function startSupervisedServer(
  env: Record<string, string>,
): Promise<SupervisedServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "sealslip-supervised-"));
  const port = await findFreePort();
  // Probes have an entry each, too.
  const own = {
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: "debug",
  };
  const child = spawnProgram("lib/testing/api-process.ts", {
    DATABASE_URL: undefined,
    ...env,
    ...own,
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const complaint = text(child.stderr);
  const lines: string[] = [];
  createInterface(child.stdout).on("line", (line) => lines.push(line));

  const server: SupervisedServer = {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    pid: child.pid ?? 0,
    lines,
    complaint,
    async logs(message) {
      await until(async () => {
        if (hasEnded()) throw new Error(`the server ended: ${await complaint}`);
        return lines.some((line) => line.includes(`"msg":"${message}"`));
      });
    },
    async answeredBy({ headers }) {
      const entry = `"request_id":"${headers.get("x-request-id")}"`;
      const find = () => lines.find((line) => line.includes(entry));
      await until(async () => find() !== undefined);
      return JSON.parse(find() ?? "{}").pid;
    },
    async end() {
      if (hasEnded()) return child.exitCode;
      child.kill("SIGTERM");
      await once(child, "exit");
      return child.exitCode;
    },
    async [Symbol.asyncDispose]() {
      await server.end();
      await rm(dataDir, { recursive: true });
    },
  };
  try {
    await server.logs("all processes serve");
  } catch (error) {
    // If it were left running, the process of the tests would never end.
    await server[Symbol.asyncDispose]();
    throw error;
  }
  return server;
}

/** One connection of a client that sends nothing twice; where it is closed, the next request opens another. */
export type Line = {
  send(
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: unknown },
  ): Promise<Answer>;
  close(): void;
};

export function openLine({ url }: Pick<SupervisedServer, "url">): Line {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async send(method, path, { headers = {}, body } = {}) {
      const sent = request(`${url}${path}`, {
        agent,
        method,
        headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
      });
      sent.end(body === undefined ? undefined : JSON.stringify(body));
      const [response] = await once(sent, "response");
      return {
        status: response.statusCode,
        headers: new Headers(response.headers),
        body: (await json(response)) as Answer["body"],
      };
    },
    close: () => agent.destroy(),
  };
}
