import type { AddressInfo } from "node:net";
import { createHttpServer, drain, listen } from "#lib/boot/listen.ts";
import { openData } from "#lib/boot/open-data.ts";
import { openJobs } from "#lib/boot/open-jobs.ts";
import { print, runProgram } from "#lib/boot/run-program.ts";
import { config } from "#lib/config.ts";
import { createApiListener } from "#lib/http/api-listener.ts";
import { announceEnd } from "#lib/service/ending.ts";

// What server.ts runs, but for the pages, which need a build: for tests that end a whole process.
await runProgram(async (program) => {
  const settings = config();
  await openData(settings, program, { serves: true });
  await openJobs(settings, program);
  const server = createHttpServer();
  server.on("request", await createApiListener());
  program.open.defer(() => drain(server, 5000));
  await listen(server, { port: settings.port, host: "127.0.0.1" });
  program.open.defer(() => announceEnd(settings.shutdownNoticeMs));
  print(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
