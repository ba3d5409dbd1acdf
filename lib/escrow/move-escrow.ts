import { log } from "#lib/log/logger.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { endBroken, reportBroken } from "./end-broken.ts";
import { rewrapKeys } from "./rewrap-keys.ts";
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
 * Wraps what waits under an earlier escrow key again, for the current one; no receipt is opened. What a till sealed
 * and that key does not open expires, or the key could never be retired. What is in use is left out, and looked at
 * again at the time that is returned.
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
  // No proof is needed: the content key stays with the escrow, and is proven at the hand-over.
  const unproven = old.map((receipt) => ({ ...receipt, parts: null }));
  const all = await rewrapKeys(unproven, [publicKeyPem]);
  const broken = all.filter(({ rewrapped }) => rewrapped.kind === "broken");
  if (broken.length > 0) {
    reportBroken(await inTransaction((transaction) => endBroken(transaction, broken)));
  }
  const opened = all.flatMap(({ rewrapped, ...receipt }) => {
    const [wrap] = rewrapped.kind === "wrapped" ? rewrapped.wraps : [];
    return wrap ? [{ ...receipt, rewrappedKey: wrap.encryptedKey }] : [];
  });
  return { moved: await updateEscrowVersion(version, opened), last: old.at(-1) };
}
