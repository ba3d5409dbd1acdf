import { ConfigError } from "#lib/config.ts";
import { SecretsError } from "#lib/secrets/secrets-error.ts";
import { EmbeddedPostgresError } from "#lib/storage/embedded/settings.ts";
import { MigrationError } from "#prisma/migrate.ts";

/** A reason not to start that whoever starts the service can remove; one line. */
export class StartError extends Error {
  override readonly name = "StartError";
}

const expectedErrors = [
  StartError,
  ConfigError,
  SecretsError,
  EmbeddedPostgresError,
  MigrationError,
];

/** One line for what can happen at any start; the stack for a mistake in the program. */
export function describeStartFailure(error: unknown): string {
  if (expectedErrors.some((type) => error instanceof type)) return toLine(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function toLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s*\n\s*/g, " ");
}
