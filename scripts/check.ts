import { requireSoundParts } from "#lib/boot/check-parts.ts";
import { checkOnly } from "#lib/boot/check-start.ts";
import { describeStartFailure } from "#lib/boot/start-error.ts";
import { type Config, config } from "#lib/config.ts";
import { loadEnv } from "./load-env.ts";

// Reports what a start would refuse, and what it would only tolerate, without starting anything: npm run
// check

try {
  loadEnv();
  const settings = config();
  const checks = [checkOnly(settings, { serves: true }), requireSoundParts(settings)];
  const failures = (await Promise.allSettled(checks)).flatMap((check) =>
    check.status === "rejected" ? [describeStartFailure(check.reason)] : [],
  );
  if (failures.length > 0) report(failures);
  else {
    process.stdout.write(
      `✓ nothing keeps the service from starting\n  ${describeSettings(settings)}\n`,
    );
  }
} catch (error) {
  report([describeStartFailure(error)]);
}

function report(failures: readonly string[]): void {
  process.stderr.write(failures.map((failure) => `✗ ${failure}\n`).join(""));
  process.exitCode = 1;
}

/** Missing settings are valid, too: this shows which ones arrived. */
function describeSettings({ productionMode, databaseUrl, dataDir }: Config): string {
  const mode = productionMode ? "production mode" : "not in production mode";
  const database = databaseUrl === undefined ? `the embedded one in ${dataDir}` : "DATABASE_URL";
  return `${mode}; database: ${database}`;
}
