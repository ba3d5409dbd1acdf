import { describeStartFailure } from "#lib/boot/start-error.ts";
import { withData } from "#lib/boot/with-data.ts";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { type AdminCommand, readCommand, USAGE, UsageError } from "./admin/read-command.ts";
import { runCommand } from "./admin/run-command.ts";

// The operator's tool: npm run admin -- help

try {
  await run(readCommand(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`✗ ${reasonOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function run(command: AdminCommand): Promise<void> {
  if (command.name === "help") return void process.stdout.write(USAGE);
  process.stdout.write(await withData(config(), () => runCommand(command)));
}

function reasonOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE.trimEnd()}`;
  return error instanceof AppError ? error.message : describeStartFailure(error);
}
