import { checkOnly } from "#lib/boot/check-start.ts";
import { describeStartFailure } from "#lib/boot/start-error.ts";
import { config } from "#lib/config.ts";
import { loadEnv } from "./load-env.ts";

// What a start would refuse, without starting anything: npm run check

try {
  loadEnv();
  await checkOnly(config(), { serves: true });
  process.stdout.write("✓ nothing keeps the service from starting\n");
} catch (error) {
  process.stderr.write(`✗ ${describeStartFailure(error)}\n`);
  process.exitCode = 1;
}
