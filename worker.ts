import { openData } from "#lib/boot/open-data.ts";
import { openJobs } from "#lib/boot/open-jobs.ts";
import { print } from "#lib/boot/progress.ts";
import { runProgram } from "#lib/boot/run-program.ts";
import { config } from "#lib/config.ts";

// The jobs alone, on the database of servers that run with WORKER=0, or with jobs of their own.
await runProgram(async (program) => {
  await openData(config(), program);
  await openJobs({ worker: true }, program);
  print("\nSealslip runs its jobs\n");
});
