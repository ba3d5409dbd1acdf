import { openData } from "#lib/boot/open-data.ts";
import { openJobs } from "#lib/boot/open-jobs.ts";
import { openProbes } from "#lib/boot/open-probes.ts";
import { print, runProgram } from "#lib/boot/run-program.ts";
import { StartError } from "#lib/boot/start-error.ts";
import { type Config, config } from "#lib/config.ts";

// The jobs alone, on the database of servers that run with WORKER=0, or with jobs of their own.
await runProgram(async (program) => {
  const settings = config();
  requireSharedDatabase(settings);
  await openData(settings, program, { serves: false });
  const port = await openProbes(settings, program);
  await openJobs({ worker: true }, program);
  const probes = port === undefined ? "" : `; its probes answer on port ${port}`;
  print(`\nSealslip runs its jobs${probes}\n`);
});

// The embedded database belongs to one process: a worker that held it would lock out the server.
function requireSharedDatabase({ databaseUrl }: Config): void {
  if (databaseUrl !== undefined) return;
  throw new StartError(
    "DATABASE_URL: a worker needs it; a server with the embedded database of DATA_DIR runs its jobs itself",
  );
}
