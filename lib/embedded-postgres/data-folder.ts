import { access, constants, mkdir } from "node:fs/promises";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/** Makes the data folder where it is missing, and refuses one that cannot be written. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new EmbeddedPostgresError(
      `the data folder ${dataDir} cannot be written (${reason}): give this account access to it, or set DATA_DIR to another folder`,
      { cause },
    );
  }
}
