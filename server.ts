import { claimPort } from "#lib/boot/claim-port.ts";
import { createFrontDoor } from "#lib/boot/front-door.ts";
import { createHttpServer, drain, listen } from "#lib/boot/listen.ts";
import { loadPages } from "#lib/boot/load-pages.ts";
import { openData } from "#lib/boot/open-data.ts";
import { openJobs } from "#lib/boot/open-jobs.ts";
import { print, runProgram, step } from "#lib/boot/run-program.ts";
import { writeWelcome } from "#lib/boot/welcome.ts";
import { type Config, config } from "#lib/config.ts";
import { createApiListener } from "#lib/http/api-listener.ts";
import { publicUrl, rememberPublicUrl } from "#lib/public-url.ts";
import { announceEnd } from "#lib/service/ending.ts";
import { seedDemo } from "#prisma/seed.ts";

const DRAIN_MS = 20_000;

const dev = process.argv.includes("--dev");

await runProgram(async (program) => {
  const { open } = program;
  const settings = readSettings();
  const { host } = settings;
  const port = await claimPort({ port: settings.port, host });
  rememberPublicUrl(`http://localhost:${port}`);
  const baseUrl = publicUrl();
  // Where next-auth sends people back to.
  process.env.NEXTAUTH_URL = baseUrl;

  await openData(settings, program, { serves: true });
  await openJobs(settings, program);
  const demo = await step("demo checked", () => seedDemo({ baseUrl }));
  const server = createHttpServer({ dev });
  await step("pages and API loaded", async () => {
    const pages = await loadPages({ dir: import.meta.dirname, dev, httpServer: server });
    open.defer(pages.close);
    const api = await createApiListener({ preload: !dev });
    const behindProxy = settings.trustedProxies > 0;
    server.on("request", createFrontDoor({ api, pages: pages.answer, dev, behindProxy }));
  });
  open.defer(() => drain(server, dev ? 0 : DRAIN_MS));
  await listen(server, { port, host });
  open.defer(() => announceEnd(settings.shutdownNoticeMs));
  print(writeWelcome({ baseUrl, demo }));
});

// The configuration is parsed before NODE_ENV is set: only the user's own value asks for production
// mode, while Next runs its production build in any case.
function readSettings(): Config {
  const settings = config();
  Object.assign(process.env, { NODE_ENV: dev ? "development" : "production" });
  return settings;
}
