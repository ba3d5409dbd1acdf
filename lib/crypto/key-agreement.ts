import { type Bytes, concatBytes, encodeUtf8 } from "./bytes.ts";

type AgreementContext = {
  algorithm: string;
  /** `apu` and `apv`, decoded */
  partyU: Bytes;
  partyV: Bytes;
  keyBits: number;
};

/**
 * The Concat KDF (NIST SP 800-56A Rev. 3, section 5.8.2.1.1) as RFC 7518 section 4.6.2 uses it, up to the hash: one
 * round of SHA-256 over this gives a key of up to 256 bits.
 */
export function concatKdfInput(
  secret: Bytes,
  { algorithm, partyU, partyV, keyBits }: AgreementContext,
): Bytes {
  return concatBytes(
    encodeUint32(1),
    secret,
    withLength(encodeUtf8(algorithm)),
    withLength(partyU),
    withLength(partyV),
    encodeUint32(keyBits),
  );
}

/** For ECDH-ES+A256KW; both parties are empty: who they are follows from the payment, which the `aad` binds. */
export function wrappingKeyInput(secret: Bytes): Bytes {
  const none = new Uint8Array();
  const parties = { partyU: none, partyV: none };
  return concatKdfInput(secret, { algorithm: "ECDH-ES+A256KW", ...parties, keyBits: 256 });
}

function withLength(bytes: Bytes): Bytes {
  return concatBytes(encodeUint32(bytes.length), bytes);
}

/** Big-endian */
function encodeUint32(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
