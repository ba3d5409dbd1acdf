import type { z } from "zod";
import { AppError } from "#lib/core/errors.ts";
import { hasServiceSecrets } from "#lib/secrets/secrets.ts";
import type { readiness } from "./contract.ts";
import { isEnding } from "./ending.ts";
import { readSchemaState, readStandbyHealth } from "./store.ts";

/** Whether requests can be served. Throws `service_unavailable` that names what is missing. */
export async function checkReadiness(): Promise<z.output<typeof readiness>> {
  if (isEnding()) throw notReady("process: is ending");
  if (!hasServiceSecrets()) throw notReady("keyring: not loaded");
  const { isMigrated, isOutdated, hasJobQueue, isQuarantined } = await readSchemaState().catch(
    (cause: unknown) => {
      throw notReady("database: no answer", cause);
    },
  );
  if (!isMigrated) throw notReady("migrations: not all applied");
  if (isOutdated) throw notReady("migrations: the database is for newer versions only");
  if (!hasJobQueue) throw notReady("queue: not prepared");
  if (isQuarantined) throw notReady("quarantine: the database was restored and is not released");
  return {
    status: "ready",
    checks: { database: "ok", migrations: "ok", keyring: "ok", queue: "ok" },
    standby: readStandbyHealth(),
  };
}

function notReady(details: string, cause?: unknown): AppError {
  return new AppError("service_unavailable", {
    message: "Service temporarily unavailable",
    details,
    headers: { "Retry-After": "1" },
    cause,
  });
}
