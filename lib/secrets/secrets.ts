import type { CardIndexer } from "#lib/crypto/card-index.ts";
import type { Keyring } from "#lib/crypto/keyring.ts";
import type { ClaimKeys } from "./claim-keys.ts";
import type { EscrowKeeper } from "./escrow-keeper.ts";
import type { FingerprintKeys } from "./fingerprint-keys.ts";
import type { ReservationKeys } from "./reservation-keys.ts";

/** A pair on P-256: the private scalar, and the uncompressed point. */
export type PushKeys = { privateKey: string; publicKey: string };

export type ServiceSecrets = {
  cardIndexer: CardIndexer;
  /** For secrets kept in the database. */
  keyring: Keyring;
  escrow: EscrowKeeper;
  /** For the fingerprints of request bodies, which hold card hashes. */
  fingerprintKeys: FingerprintKeys;
  /** For the codes by which receipts in escrow are claimed. */
  claimKeys: ClaimKeys;
  /** For the reservations that tills seal receipts for. */
  reservationKeys: ReservationKeys;
  /** The current one first: cookies are sealed with it, and opened with any. */
  sessionSecrets: [string, ...string[]];
  /** For push messages (RFC 8292), base64url; undefined where this installation sends none. */
  pushKeys: PushKeys | undefined;
};

const processWide = globalThis as { sealslipSecrets?: ServiceSecrets };

export function serviceSecrets(): ServiceSecrets {
  if (!processWide.sealslipSecrets) throw new Error("the service secrets are not open yet");
  return processWide.sealslipSecrets;
}

export function hasServiceSecrets(): boolean {
  return processWide.sealslipSecrets !== undefined;
}

/** For `openServiceSecrets`, which has proved them. */
export function holdServiceSecrets(secrets: ServiceSecrets): void {
  processWide.sealslipSecrets = secrets;
}
