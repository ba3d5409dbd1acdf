import { HISTORY_JOB } from "#lib/demo/keep-history.ts";
import { loadProviders } from "#lib/gateways/load-providers.ts";
import { logOtherRefusals } from "#lib/http/admit-call.ts";
import { createApiListener } from "#lib/http/api-listener.ts";
import { startJobSoon } from "#lib/jobs/job-queue.ts";
import { publicUrl } from "#lib/public-url.ts";
import { seedDemo } from "#prisma/seed.ts";
import { createFrontDoor } from "./front-door.ts";
import { createHttpServer, drain, listen } from "./listen.ts";
import { loadPages } from "./load-pages.ts";
import { openData } from "./open-data.ts";
import { openJobs } from "./open-jobs.ts";
import { print, step } from "./run-program.ts";
import type { ServerProcess } from "./run-server.ts";
import { writeWelcome } from "./welcome.ts";

const DRAIN_MS = 20_000;
/** Clients under load use a connection more often than that, and learn that it was the last time. */
const RETIRING_IDLE_MS = 5_000;

/** What each process of the server does: opens everything, and serves. `dir` has the built pages. */
export async function serve(
  own: ServerProcess,
  { dir, dev }: { dir: string; dev: boolean },
): Promise<void> {
  const { open, settings, port, isFirst } = own;
  const baseUrl = publicUrl();

  await openData(settings, own, { serves: true, startEmbedded: own.startEmbedded });
  await openJobs({ worker: own.runsJobs }, own);
  const demo = isFirst ? await step("demo checked", () => seedDemo({ baseUrl })) : undefined;
  const server = createHttpServer({ dev });
  await step("pages and API loaded", async () => {
    const pages = await loadPages({ dir, dev, httpServer: server });
    open.defer(pages.close);
    const api = await createApiListener({ preload: !dev });
    if (!dev) await loadProviders();
    const behindProxy = settings.trustedProxies > 0;
    server.on(
      "request",
      createFrontDoor({
        api,
        pages: pages.answer,
        publicFiles: pages.publicFiles,
        dev,
        behindProxy,
      }),
    );
  });
  open.defer(logOtherRefusals);
  open.defer(() =>
    drain(server, dev ? 0 : DRAIN_MS, { idleMs: own.isRetiring() ? RETIRING_IDLE_MS : 0 }),
  );
  await listen(server, { port, host: settings.host });
  if (isFirst) {
    print(writeWelcome({ baseUrl, demo, productionMode: settings.productionMode }));
    // It takes some seconds at the first start, which nobody is to wait for. At each start, since the last one may be long ago.
    if (demo) await startJobSoon(HISTORY_JOB);
  }
}
