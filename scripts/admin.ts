import { userInfo } from "node:os";
import { withOrigin } from "#lib/audit/origin.ts";
import { describeStartFailure } from "#lib/boot/start-error.ts";
import { withData } from "#lib/boot/with-data.ts";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { readAuditCommand, runAuditCommand } from "./admin/audit-commands.ts";
import { runKeyCommand } from "./admin/key-commands.ts";
import { type AdminCommand, readCommand, USAGE } from "./admin/read-command.ts";
import { runCommand } from "./admin/run-command.ts";
import { UsageError } from "./admin/usage-error.ts";

// The operator's tool: npm run admin -- help

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`✗ ${reasonOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function run(args: string[]): Promise<void> {
  if (args[0] === "audit" && !args.includes("--help")) return await runAudit(args.slice(1));
  const command = readCommand(args);
  if (command.name === "help") return void process.stdout.write(USAGE);
  process.stdout.write(await onData(() => carryOut(command)));
}

async function runAudit(args: string[]): Promise<void> {
  const command = readAuditCommand(args);
  const { text, failed } = await onData(() => runAuditCommand(command));
  process.stdout.write(text);
  if (failed) process.exitCode = 1;
}

async function carryOut(command: Exclude<AdminCommand, { name: "help" }>): Promise<string> {
  return "subject" in command ? await runKeyCommand(command) : await runCommand(command);
}

/** What is done is recorded with the name of the operator's account on this machine. */
async function onData<T>(work: () => Promise<T>): Promise<T> {
  const account = process.env.SUDO_USER ?? userInfo().username;
  const origin = { requestId: null, address: null, device: `npm run admin, as ${account}` };
  return await withData(config(), () => withOrigin(origin, work));
}

function reasonOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE.trimEnd()}`;
  return error instanceof AppError ? error.message : describeStartFailure(error);
}
