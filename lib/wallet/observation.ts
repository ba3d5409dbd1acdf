import type { SealedReceipt } from "#lib/crypto/sealed-receipt.ts";
import type { Consent, ConsentMethod } from "./consent.ts";

/** What happened behind the scenes, as it happens: facts to show, and nothing secret among them. */
export type Observation =
  | { kind: "consented"; method: ConsentMethod; milliseconds: number }
  | { kind: "card_hashed"; milliseconds: number }
  | { kind: "key_made"; keyId: string; milliseconds: number }
  | { kind: "key_stored"; keyId: string; milliseconds: number }
  | ObservedCall
  | { kind: "envelope_received"; envelope: SealedReceipt }
  | { kind: "opened"; keyId: string; milliseconds: number }
  | { kind: "backup_written"; milliseconds: number };

export type ObservedCall = {
  kind: "called";
  method: string;
  path: string;
  /** The names of the fields that were sent, without their values. */
  sent: string[];
  /** Undefined where no answer came. */
  status: number | undefined;
  requestId: string | undefined;
  milliseconds: number;
};

export type Observe = (observation: Observation) => void;

export type ObservedConsent = { consent: Consent; observe?: Observe | undefined };

/** The result of `work` and how long it took. */
export async function measure<T>(work: () => Promise<T>): Promise<[T, milliseconds: number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}
