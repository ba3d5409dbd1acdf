import { actOfOperator } from "#lib/audit/act.ts";
import { recordEvent } from "#lib/audit/record.ts";
import { config } from "#lib/config.ts";
import { SERVICE_TRAIL } from "#lib/core/audit.ts";
import { type RotatedPurpose, type Rotation, rotateSecret } from "#lib/secrets/rotate-secret.ts";
import { selectRecordedKeys } from "./store.ts";

/** A new key with the next version; where it is kept, or what to put there: see rotateSecret. */
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
