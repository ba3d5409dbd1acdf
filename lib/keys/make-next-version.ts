import { config } from "#lib/config.ts";
import { type RotatedPurpose, type Rotation, rotateSecret } from "#lib/secrets/rotate-secret.ts";
import { selectRecordedKeys } from "./store.ts";

/** A new key with the next version; where it is kept, or what to put there: see rotateSecret. */
export async function makeNextVersion(
  purpose: RotatedPurpose,
): Promise<Rotation & { version: number }> {
  const recorded = await selectRecordedKeys();
  const versions = recorded.filter((key) => key.purpose === purpose).map((key) => key.version);
  const version = Math.max(0, ...versions) + 1;
  return { version, ...(await rotateSecret(purpose, version, config())) };
}
