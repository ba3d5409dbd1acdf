import { BackupError } from "#lib/backup/backup-error.ts";
import { ConfigError } from "#lib/config.ts";
import { SecretsError } from "#lib/secrets/secrets-error.ts";
import { EmbeddedPostgresError } from "#lib/storage/embedded/settings.ts";
import { MigrationError } from "#prisma/migration-error.ts";

/** Reasons not to start that the operator can remove; one line each. */
export class StartError extends Error {
  override readonly name = "StartError";
  readonly reasons: readonly string[];

  constructor(reasons: string | readonly string[], options?: ErrorOptions) {
    const list = typeof reasons === "string" ? [reasons] : reasons;
    super(list.join("; "), options);
    this.reasons = list;
  }
}

const expectedErrors = [BackupError, ConfigError, EmbeddedPostgresError, MigrationError];

/** One line for each thing that can be wrong at any start; the stack for a mistake in the program. */
export function describeStartFailure(error: unknown): string {
  const reasons = findReasons(error);
  if (reasons) return reasons.join("\n✗ ");
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** What the operator can remove; undefined for a mistake in the program. */
export function findReasons(error: unknown): string[] | undefined {
  if (error instanceof StartError || error instanceof SecretsError) {
    return error.reasons.map(toLine);
  }
  const isExpected = expectedErrors.some((type) => error instanceof type);
  return isExpected && error instanceof Error ? [toLine(error.message)] : undefined;
}

function toLine(message: string): string {
  return message.replace(/\s*\n\s*/g, " ");
}
