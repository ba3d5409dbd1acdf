import { textOf } from "#lib/client/send-request.ts";
import type { UncheckedEnvelope } from "#lib/crypto/envelope.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { type CryptoFailure, explainFailure } from "./explain-failure.ts";
import { type FoundEnvelope, readEnvelope } from "./read-envelope.ts";
import { type ReadKeys, readKeys } from "./read-keys.ts";

/** What was pasted: the key as PEM, the envelope as JSON. */
export type Pasted = { privateKey: string; paymentId: string; envelope: string };

export type KeyReading =
  | { state: "empty" }
  | { state: "read"; keys: ReadKeys }
  | { state: "failed"; failure: CryptoFailure };

export type Opening =
  | { state: "empty" }
  | { state: "unreadable"; reason: string }
  | { state: "opened"; found: FoundEnvelope; receipt: Record<string, unknown> }
  | { state: "failed"; found: FoundEnvelope; failure: CryptoFailure }
  /** There is no key to open it with. */
  | { state: "closed"; found: FoundEnvelope };

export async function openPasted(pasted: Pasted): Promise<{ key: KeyReading; opening: Opening }> {
  const key = await readKey(pasted.privateKey);
  return { key, opening: await open(pasted, key) };
}

async function readKey(pem: string): Promise<KeyReading> {
  if (pem.trim() === "") return { state: "empty" };
  try {
    return { state: "read", keys: await readKeys(pem) };
  } catch (error) {
    return { state: "failed", failure: explainFailure(error) };
  }
}

async function open({ envelope, paymentId }: Pasted, key: KeyReading): Promise<Opening> {
  const reading = readEnvelope(envelope);
  if (reading.state !== "found") return reading;
  const found = chooseEnvelope(reading.envelopes, key);
  if (!found) return { state: "empty" };
  if (key.state !== "read") return { state: "closed", found };
  try {
    // Its members may be of any type, which openReceipt checks.
    const sealed = found.envelope as UncheckedEnvelope;
    const { privateKey } = key.keys;
    const receipt = await openReceipt({ sealed, paymentId: paymentId.trim(), privateKey });
    return { state: "opened", found, receipt };
  } catch (error) {
    return { state: "failed", found, failure: explainFailure(error) };
  }
}

/** The one for this key, else the first. */
function chooseEnvelope(found: FoundEnvelope[], key: KeyReading): FoundEnvelope | undefined {
  const keyId = key.state === "read" ? key.keys.keyId : undefined;
  return found.find(({ envelope }) => textOf(envelope.header, "kid") === keyId) ?? found[0];
}
