import { describeStartFailure } from "#lib/boot/start-error.ts";
import { withData } from "#lib/boot/with-data.ts";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { setLogDestination } from "#lib/log/logger.ts";
import { asOperator } from "./admin/as-operator.ts";
import type { Reach } from "./admin/command.ts";
import { confirm } from "./admin/confirm.ts";
import { readCommand } from "./admin/read-command.ts";
import { UsageError } from "./admin/usage-error.ts";
import { loadEnv } from "./load-env.ts";

// The operator's tool: npm run admin -- help

const onTerminal = { input: process.stdin, output: process.stderr };

try {
  loadEnv();
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`✗ ${reasonOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function run(args: string[]): Promise<void> {
  const order = await readCommand(args);
  if (order.kind === "help") return void process.stdout.write(order.text);

  if (order.destroys !== undefined && !(await confirm(order.destroys, onTerminal))) {
    process.exitCode = 1;
    return void process.stderr.write("Nothing has changed\n");
  }
  // Standard output is only for the answer.
  setLogDestination({ write: (line) => void process.stderr.write(line) });
  const { result, text, failed } = await onData(order.reach, order.run);
  process.stdout.write(`${order.json ? JSON.stringify(result, null, 2) : text}\n`);
  if (failed) process.exitCode = 1;
}

async function onData<T>(reach: Reach, work: () => Promise<T>): Promise<T> {
  return await withData(config(), reach, () => asOperator("npm run admin", work));
}

function reasonOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${helpOf(error)}`;
  if (!(error instanceof AppError)) return describeStartFailure(error);
  return [error.message, ...(error.details === "" ? [] : [error.details])].join("\n  ");
}

function helpOf({ subject }: UsageError): string {
  return `npm run admin -- ${subject === undefined ? "help" : `${subject} --help`} says what there is`;
}
