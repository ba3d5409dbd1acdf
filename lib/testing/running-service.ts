import { rememberPublicUrl } from "#lib/public-url.ts";
import { openServiceSecrets } from "#lib/secrets/open-secrets.ts";
import { ownSecretsPath } from "#lib/secrets/read-secrets.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase } from "#lib/storage/database.ts";
import { setTestConfig } from "./test-config.ts";

/** A service that runs elsewhere, which tests are pointed to: its database and its secrets are theirs. */
export type RunningService = { url: string; databaseUrl: string; dataDir: string };

/** The variable that has it, as JSON. */
export const RUNNING_SERVICE = "TEST_SERVICE";

/** Undefined where the tests start a service of their own, as they do unless `npm run cluster` runs them. */
export async function joinRunningService(
  env: Record<string, string>,
  parts: AsyncDisposableStack,
): Promise<RunningService | undefined> {
  const text = process.env[RUNNING_SERVICE];
  if (text === undefined) return undefined;
  if (Object.keys(env).length > 0)
    throw new Error("this test needs a service with its own settings");

  const service: RunningService = JSON.parse(text);
  await openOwnReach(service, parts);
  return service;
}

/** Lets this process read and write what the service does, and seal what it opens. */
export async function openOwnReach(
  { url, databaseUrl, dataDir }: RunningService,
  parts: AsyncDisposableStack,
): Promise<void> {
  // A trial cuts these connections, too; what the service says of that is in its own log.
  const quiet = { LOG_LEVEL: "fatal" };
  setTestConfig({ DATA_DIR: dataDir, SECRETS_FILE: ownSecretsPath(dataDir), ...quiet });
  connectDatabase(databaseUrl);
  parts.defer(closeDatabase);
  await openServiceSecrets();
  rememberPublicUrl(url);
}
