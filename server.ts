import { runServer } from "#lib/boot/run-server.ts";
import { config } from "#lib/config.ts";
import { publicUrl, rememberPublicUrl } from "#lib/public-url.ts";
import { announceEnd } from "#lib/service/ending.ts";

const dev = process.argv.includes("--dev");

await runServer({
  // Next builds pages on demand for one process only.
  isAlone: dev,
  readSettings: config,
  // A supervisor needs none of what it imports.
  async load() {
    // Only now that the configuration is parsed: the user's own value asks for production mode, while Next
    // runs its production build in any case.
    Object.assign(process.env, { NODE_ENV: dev ? "development" : "production" });
    const { serve } = await import("#lib/boot/serve.ts");
    return async (own) => {
      rememberPublicUrl(`http://localhost:${own.port}`);
      // Where next-auth sends people back to.
      process.env.NEXTAUTH_URL = publicUrl();
      await serve(own, { dir: import.meta.dirname, dev });
      // One that another has replaced closes no port.
      own.open.defer(() => announceEnd(own.isRetiring() ? 0 : own.settings.shutdownNoticeMs));
    };
  },
});
