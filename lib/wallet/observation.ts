import type { SealedReceipt } from "#lib/crypto/envelope.ts";
import type { KeyKind } from "#lib/crypto/recipient-key.ts";
import type { LockMethod } from "./device-store.ts";

/** What happens behind the scenes. Shown on the page, so it contains no secrets. */
export type Observation =
  | { kind: "consented"; method: LockMethod; milliseconds: number }
  | { kind: "card_hashed"; milliseconds: number }
  | { kind: "key_made"; keyId: string; keyKind: KeyKind; milliseconds: number }
  | { kind: "key_stored"; keyId: string; milliseconds: number }
  | ObservedCall
  | { kind: "envelope_received"; envelope: SealedReceipt }
  | { kind: "opened"; keyId: string; milliseconds: number }
  | { kind: "kept"; milliseconds: number }
  | { kind: "kept_opened"; count: number; milliseconds: number }
  | { kind: "backup_written"; milliseconds: number };

export type ObservedCall = {
  kind: "called";
  method: string;
  path: string;
  /** The names of the fields that were sent, without their values. */
  sent: string[];
  /** Undefined if there was no answer. */
  status: number | undefined;
  requestId: string | undefined;
  milliseconds: number;
};

export type Observe = (observation: Observation) => void;

export type ObservedConsent<Given = Consent> = {
  consent: Given;
  observe?: Observe | undefined;
};

/** The result of `work` and how long it took. */
export async function measure<T>(work: () => Promise<T>): Promise<[T, milliseconds: number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}

/** How the cardholder consents: by passkey (fingerprint or face), or by PIN. */
export type Consent = { method: "passkey" } | { method: "pin"; pin: string };

/** The vault while it is open. */
export type Vault = { vaultId: string; vaultKey: CryptoKey };

/** A vault that stays open between two steps that share one consent; see held-vault.ts. */
export type HeldVault = {
  /** The key is not extractable. Throws `key_forgotten` after `forget`. */
  get(): Vault;
  /** Runs automatically once the page has been hidden for a minute. */
  forget(): void;
};

/** A consent that was given in the step before. */
export type HeldConsent = { method: Consent["method"]; vault: HeldVault };

export type AnyConsent = Consent | HeldConsent;

/** A method of consent to set up; the browser shows the name with the passkey. */
export type NewConsent =
  | { method: "passkey"; accountName: string }
  | { method: "pin"; pin: string };
