import { actOfOperator } from "#lib/audit/act.ts";
import { recordEvent } from "#lib/audit/record.ts";
import { config } from "#lib/config.ts";
import { SERVICE_TRAIL } from "#lib/core/audit.ts";
import { AppError } from "#lib/core/errors.ts";
import {
  forgetVersion,
  type RotatedPurpose,
  type Rotation,
  rotateSecret,
} from "#lib/secrets/rotate-secret.ts";
import { type KeyStatus, listKeys } from "./key-status.ts";
import { selectRecordedKeys, updateToRetired } from "./store.ts";

/** Creates the next version of a key; returns where it is stored, or what to set: see rotateSecret. */
export async function makeNextVersion(
  purpose: RotatedPurpose,
): Promise<Rotation & { version: number }> {
  const recorded = await selectRecordedKeys();
  const versions = recorded.filter((key) => key.purpose === purpose).map((key) => key.version);
  const version = Math.max(0, ...versions) + 1;
  const rotation = await rotateSecret(purpose, version, config());
  const target = `${purpose} ${version}`;
  await recordEvent(actOfOperator(SERVICE_TRAIL, "secret.rotated", { target }));
  return { version, ...rotation };
}

/** `removedFrom`: the service's own file of secrets; undefined where they are kept elsewhere. */
export type RetiredKey = KeyStatus & { removedFrom: string | undefined };

/**
 * Retires a version that is no longer needed, so that no start writes with it, and removes its secret if the
 * service stores that itself. `despite`: a key that has leaked goes at once, and tills prepare again. Throws
 * `not_found`, or `conflict` that says what needs it.
 */
export async function retireKey(given: {
  purpose: RotatedPurpose;
  version: number;
  despite?: "reservations" | undefined;
}): Promise<RetiredKey> {
  const { purpose, version } = given;
  const key = (await listKeys()).find(
    (other) => other.purpose === purpose && other.version === version,
  );
  if (!key)
    throw new AppError("not_found", { message: `No process has used ${purpose} ${version}` });
  if (key.state === "current") {
    throw new AppError("conflict", {
      message: `${purpose} ${version} is the current version: rotate first`,
    });
  }
  if (key.rows > 0) {
    throw new AppError("conflict", {
      message: `${purpose} ${version} is needed by ${listUses(key)}`,
    });
  }
  if (key.reservedUntil && given.despite !== "reservations") {
    const until = key.reservedUntil.toISOString();
    throw new AppError("conflict", {
      message: `tills may hold reservations of ${purpose} ${version} until ${until}`,
    });
  }
  // Before the change: if a later step fails, a secret may already be gone.
  const target = `${purpose} ${version}`;
  await recordEvent(actOfOperator(SERVICE_TRAIL, "secret.retired", { target }));
  const removedFrom = await forgetVersion(purpose, version, config());
  await updateToRetired(purpose, version);
  return { ...key, state: "retired", removedFrom };
}

function listUses({ uses }: KeyStatus): string {
  return uses
    .filter(({ rows }) => rows > 0)
    .map(({ name, rows }) => `${rows} × ${name}`)
    .join(", ");
}
