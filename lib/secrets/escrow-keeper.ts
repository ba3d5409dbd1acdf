import type { Bytes } from "#lib/crypto/bytes.ts";
import type { EscrowKeys, EscrowPublicKey } from "#lib/crypto/escrow-keys.ts";
import { importPublicKey } from "#lib/crypto/rsa-keys.ts";
import { rewrapContentKey } from "#lib/crypto/sealed-receipt.ts";

/** A content key that waits in escrow. */
type EscrowedKey = { version: number; wrapped: Bytes };

/** The escrow keys as the rest of the service has them: the public parts, and one thing to ask for. */
export type EscrowKeeper = {
  current: EscrowPublicKey;
  /** The current version first. */
  versions: EscrowPublicKey[];
  /**
   * Wraps the content keys for the holder of a public key (PEM), in the same order. Only these keys are
   * handed in: no receipt. Throws CryptoError for `unknown_key_version` and `wrong_key`.
   */
  rewrap(keys: readonly EscrowedKey[], publicKey: string): Promise<Bytes[]>;
};

/** Keeps the private parts in this process. */
export function keepEscrowKeys({ current, versions, privateKey }: EscrowKeys): EscrowKeeper {
  return {
    current,
    versions,
    async rewrap(keys, publicKey) {
      const { key: to } = await importPublicKey(publicKey);
      return await Promise.all(
        keys.map(({ version, wrapped }) =>
          rewrapContentKey({ wrapped, from: privateKey(version), to }),
        ),
      );
    },
  };
}
