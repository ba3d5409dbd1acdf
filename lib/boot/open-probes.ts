import type { Config } from "#lib/config.ts";
import { createApiListener } from "#lib/http/api-listener.ts";
import { announceEnd } from "#lib/service/ending.ts";
import { claimPort } from "./claim-port.ts";
import { createHttpServer, drain, listen } from "./listen.ts";
import type { Program } from "./run-program.ts";

/** The routes of a worker: nothing else of the API. */
const PROBES = "{health,ready,metrics}/route.ts";

/** Answers whether this worker lives and is ready, and what it has counted, where WORKER_PORT is set. */
export async function openProbes(
  { workerPort, host }: Pick<Config, "workerPort" | "host">,
  { open }: Pick<Program, "open">,
): Promise<number | undefined> {
  if (workerPort === undefined) return undefined;
  const port = await claimPort({ port: workerPort, host, variable: "WORKER_PORT" });
  const server = createHttpServer();
  server.on("request", await createApiListener({ preload: true, files: PROBES }));
  open.defer(() => drain(server, 0));
  await listen(server, { port, host });
  open.defer(() => announceEnd(0));
  return port;
}
