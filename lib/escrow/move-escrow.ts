import { log } from "#lib/log/logger.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { rewrapKeys } from "./release.ts";
import {
  countOld,
  type EscrowPlace,
  firstEscrowPlace,
  selectOldForUpdate,
  updateEscrowVersion,
} from "./store.ts";

const RETRY_MS = 60_000;
const PAGE_ROWS = 100;

/**
 * Wraps what waits under an earlier escrow key again, for the current one; no receipt is opened. What a
 * registration holds is left to it, and looked at again at the time that is returned.
 */
export async function moveEscrow(): Promise<Date | undefined> {
  const { current, versions } = serviceSecrets().escrow;
  if (versions.length === 1) return undefined;

  const total = { moved: 0 };
  let place: EscrowPlace | undefined = firstEscrowPlace;
  while (place) {
    const moved: readonly EscrowPlace[] = await movePage(place);
    total.moved += moved.length;
    place = moved.at(-1);
  }
  if (total.moved > 0) log().info({ version: current.version, ...total }, "escrow wrapped again");
  return (await countOld(current.version)) > 0 ? new Date(Date.now() + RETRY_MS) : undefined;
}

async function movePage(after: EscrowPlace): Promise<readonly EscrowPlace[]> {
  const { version, publicKeyPem } = serviceSecrets().escrow.current;
  return await inTransaction(async (transaction) => {
    const old = await selectOldForUpdate(transaction, { version, after, rows: PAGE_ROWS });
    if (old.length === 0) return old;
    await updateEscrowVersion(transaction, version, await rewrapKeys(old, publicKeyPem));
    return old;
  });
}
