import { createHttpServer, drain, listen } from "#lib/boot/listen.ts";
import { openData } from "#lib/boot/open-data.ts";
import { openJobs } from "#lib/boot/open-jobs.ts";
import { print } from "#lib/boot/run-program.ts";
import { runServer, type ServerProcess } from "#lib/boot/run-server.ts";
import { config } from "#lib/config.ts";
import { createApiListener } from "#lib/http/api-listener.ts";
import { announceEnd } from "#lib/service/ending.ts";

// What server.ts runs, but for the pages, which need a build: for tests that end a whole process.
await runServer({ isAlone: false, readSettings: config, load: async () => serveApi });

async function serveApi(own: ServerProcess): Promise<void> {
  const { settings, startEmbedded } = own;
  await openData(settings, own, { serves: true, startEmbedded });
  await openJobs({ worker: own.runsJobs }, own);
  const server = createHttpServer();
  server.on("request", await createApiListener());
  own.open.defer(() => drain(server, 20_000, { idleMs: own.isRetiring() ? 5_000 : 0 }));
  await listen(server, { port: own.port, host: "127.0.0.1" });
  own.open.defer(() => announceEnd(own.isRetiring() ? 0 : settings.shutdownNoticeMs));
  if (own.isFirst) print(`ready at http://127.0.0.1:${own.port}`);
}
