import { log } from "#lib/log/logger.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { rewrapKeys } from "./release.ts";
import {
  countOld,
  type EscrowPlace,
  firstEscrowPlace,
  selectOld,
  updateEscrowVersion,
} from "./store.ts";

const RETRY_MS = 60_000;
const PAGE_ROWS = 100;

/**
 * Wraps what waits under an earlier escrow key again, for the current one; no receipt is opened. What is
 * in use is left out, and looked at again at the time that is returned.
 */
export async function moveEscrow(): Promise<Date | undefined> {
  const { current, versions } = serviceSecrets().escrow;
  if (versions.length === 1) return undefined;

  const total = { moved: 0 };
  let place: EscrowPlace | undefined = firstEscrowPlace;
  while (place) {
    const page = await movePage(place);
    total.moved += page.moved;
    place = page.last;
  }
  if (total.moved > 0) log().info({ version: current.version, ...total }, "escrow wrapped again");
  return (await countOld(current.version)) > 0 ? new Date(Date.now() + RETRY_MS) : undefined;
}

/** Holds no lock while it waits for the keys. */
async function movePage(
  after: EscrowPlace,
): Promise<{ moved: number; last: EscrowPlace | undefined }> {
  const { version, publicKeyPem } = serviceSecrets().escrow.current;
  const old = await selectOld({ version, after, rows: PAGE_ROWS });
  if (old.length === 0) return { moved: 0, last: undefined };
  const rewrapped = (await rewrapKeys(old, [publicKeyPem])).flatMap(
    ({ wraps: [wrap], ...receipt }) =>
      wrap ? [{ ...receipt, rewrappedKey: wrap.encryptedKey }] : [],
  );
  return { moved: await updateEscrowVersion(version, rewrapped), last: old.at(-1) };
}
