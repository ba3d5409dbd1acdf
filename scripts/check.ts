import { checkOnly } from "#lib/boot/check-start.ts";
import { describeStartFailure } from "#lib/boot/start-error.ts";
import { type Config, config } from "#lib/config.ts";
import { loadEnv } from "./load-env.ts";

// What a start would refuse, without starting anything: npm run check

try {
  loadEnv();
  const settings = config();
  await checkOnly(settings, { serves: true });
  process.stdout.write(
    `✓ nothing keeps the service from starting\n  ${describeSettings(settings)}\n`,
  );
} catch (error) {
  process.stderr.write(`✗ ${describeStartFailure(error)}\n`);
  process.exitCode = 1;
}

/** Settings that did not arrive are valid, too: this shows which ones did. */
function describeSettings({ productionMode, databaseUrl, dataDir }: Config): string {
  const mode = productionMode ? "production mode" : "not in production mode";
  const database = databaseUrl === undefined ? `the embedded one in ${dataDir}` : "DATABASE_URL";
  return `${mode}; database: ${database}`;
}
