import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { formatKeyId } from "#lib/crypto/key-id.ts";
import { createUserCode } from "#lib/crypto/user-code.ts";
import { PAIRING_MINUTES, type Pairing } from "./contract-pairings.ts";
import { readPublicKey } from "./register.ts";
import {
  deleteExpiredPairings,
  insertPairing,
  type PairingRow,
  selectPairing,
  updateToCanceled,
} from "./store-pairings.ts";

/** Asks for a new phone's key to take the place of a lost one. Throws `invalid_request`. */
export async function startPairing({
  caller,
  publicKey,
}: {
  caller: Caller;
  publicKey: string;
}): Promise<Pairing> {
  const { pem, thumbprint } = await readPublicKey(publicKey);
  const { organizationId, environment } = caller;
  const pairingId = createId("pairing");
  const userCode = createUserCode();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + PAIRING_MINUTES * 60 * 1000);
  await insertPairing({
    id: pairingId,
    organizationId,
    environment,
    userCode,
    keyId: formatKeyId(thumbprint),
    publicKey: pem,
    createdAt,
    expiresAt,
  });
  return { state: "pending", pairingId, userCode, expiresAt };
}

type NamedPairing = { caller: Caller; pairingId: string };

/** What became of it. Throws `not_found`, also for one that ended long ago. */
export async function getPairing({ caller, pairingId }: NamedPairing): Promise<Pairing> {
  const row = await selectPairing(caller, { id: pairingId });
  if (!row) throw new AppError("not_found", { message: "No such pairing" });
  return toPairing(row);
}

/** Ends the code, unless it was used: the answer says. Throws as `getPairing` does. */
export async function cancelPairing({ caller, pairingId }: NamedPairing): Promise<Pairing> {
  await updateToCanceled(caller, pairingId);
  return await getPairing({ caller, pairingId });
}

/** Removes pairings that have ended. */
export async function prunePairings(): Promise<undefined> {
  await deleteExpiredPairings();
}

export function hasExpired({ expiresAt }: Pick<PairingRow, "expiresAt">): boolean {
  return expiresAt.getTime() <= Date.now();
}

function toPairing(row: PairingRow): Pairing {
  const { id: pairingId, state, userCode, keyId, cardholderId, expiresAt } = row;
  if (cardholderId !== null) return { state: "approved", pairingId, userId: cardholderId, keyId };
  if (state !== "pending") return { state: "canceled", pairingId };
  if (hasExpired(row)) return { state: "expired", pairingId };
  return { state: "pending", pairingId, userCode, expiresAt };
}
