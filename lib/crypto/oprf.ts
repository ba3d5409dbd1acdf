import { ristretto255_oprf } from "@noble/curves/ed25519.js";
import type { Bytes } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";

// OPRF(ristretto255, SHA-512) of RFC 9497, base mode: the holder of the key learns nothing about the input,
// and the holder of the input gets one output for each answer.
const { oprf } = ristretto255_oprf;

/** A fresh key: 32 bytes. */
export function createOprfKey(): Bytes {
  return new Uint8Array(oprf.generateKeyPair().secretKey);
}

/** Section 3.3.1, Blind. The holder of the input keeps `blind`, and uses it once. */
export function blindInput(input: Bytes): { blind: Bytes; blinded: Bytes } {
  const { blind, blinded } = oprf.blind(input);
  return { blind: new Uint8Array(blind), blinded: new Uint8Array(blinded) };
}

/** Section 3.3.1, BlindEvaluate, for the holder of the key. Throws `malformed_element`. */
export function evaluateBlinded(key: Bytes, blinded: Bytes): Bytes {
  return checked(() => oprf.blindEvaluate(key, blinded));
}

/** Section 3.3.1, Finalize: 64 bytes that look random without the key. Throws `malformed_element`. */
export function finalizeOutput({
  input,
  blind,
  evaluated,
}: {
  input: Bytes;
  blind: Bytes;
  evaluated: Bytes;
}): Bytes {
  return checked(() => oprf.finalize(input, blind, evaluated));
}

function checked(work: () => Uint8Array): Bytes {
  try {
    return new Uint8Array(work());
  } catch {
    throw new CryptoError("malformed_element", "The bytes are not an element of ristretto255.");
  }
}
