import cluster from "node:cluster";
import type { Config } from "#lib/config.ts";
import { openChannel } from "#lib/processes/channel.ts";
import { claimPort } from "./claim-port.ts";
import { countProcesses } from "./count-processes.ts";
import type { DatabaseUrls } from "./open-database.ts";
import { DATABASE, RETIRE, receiveOrders } from "./orders.ts";
import { beQuiet, type Program, runProgram } from "./run-program.ts";

/** One process that serves: the only one of the server, or one of several. */
export type ServerProcess = Program & {
  settings: Config;
  port: number;
  isFirst: boolean;
  runsJobs: boolean;
  /** Starts the embedded database, where a supervisor runs it. */
  startEmbedded: (() => Promise<DatabaseUrls>) | undefined;
  /** Whether another process has taken its place, so that it ends without haste. */
  isRetiring(): boolean;
};

/** Begins to accept connections as its last step. */
type Serve = (own: ServerProcess) => Promise<void>;

type Options = {
  /** Whether this process serves by itself, whatever the settings say. */
  isAlone: boolean;
  /** Throws ConfigError or StartError. */
  readSettings(): Config;
  /** Loads what serves. */
  load(): Promise<Serve>;
};

/**
 * Serves in this process, or in as many as WEB_CONCURRENCY or the machine says, with this one as their
 * supervisor.
 */
export async function runServer(options: Options): Promise<void> {
  if (cluster.isWorker) {
    return await runProgram((program) => follow(program, options), { isSupervised: true });
  }
  await runProgram(async (program) => {
    const settings = options.readSettings();
    const { host, worker } = settings;
    program.noticeMs = settings.shutdownNoticeMs;
    const processes = options.isAlone ? 1 : (settings.processes ?? countProcesses());
    const port = await claimPort({ port: settings.port, host });
    if (processes > 1) {
      const { supervise } = await import("./supervise.ts");
      return await supervise(program, { settings, port, processes });
    }
    const serve = await options.load();
    const alone = { isFirst: true, startEmbedded: undefined, isRetiring: () => false };
    await serve({ ...program, settings, port, runsJobs: worker, ...alone });
  });
}

/** In a process that a supervisor has started. */
async function follow(program: Program, { readSettings, load }: Options): Promise<void> {
  const { port, processes, secrets, isFirst, runsJobs } = await receiveOrders();
  if (!isFirst) beQuiet();
  const supervisor = openChannel({ processes });
  const state = { isRetiring: false };
  supervisor.listen(RETIRE, () => {
    state.isRetiring = true;
    program.end();
  });

  const settings = readSettings();
  program.noticeMs = settings.shutdownNoticeMs;
  // Its own first: the file that they are read from may have changed since the supervisor started.
  Object.assign(settings.secrets, { ...secrets, ...definedOf(settings.secrets) });
  const serve = await load();
  await serve({
    ...program,
    settings,
    port,
    isFirst,
    runsJobs,
    startEmbedded: settings.databaseUrl
      ? undefined
      : async () => (await supervisor.ask(DATABASE, null)) as DatabaseUrls,
    isRetiring: () => state.isRetiring,
  });
}

function definedOf(secrets: Config["secrets"]): Partial<Config["secrets"]> {
  return Object.fromEntries(Object.entries(secrets).filter(([, text]) => text !== undefined));
}
