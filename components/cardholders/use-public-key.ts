import { useQuery } from "@tanstack/react-query";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { fingerprintPublicKey } from "#lib/crypto/key-fingerprint.ts";
import { formatKeyId, importPublicKey } from "#lib/crypto/rsa-keys.ts";

export type PastedKey =
  | { state: "sound"; keyId: string; pem: string; words: string[] }
  /** `reason` is a sentence. */
  | { state: "unsound"; reason: string };

/** What a pasted text is; undefined while it is being looked at, and where there is none. */
export function usePublicKey(text: string): PastedKey | undefined {
  return useQuery({
    queryKey: ["public-key", text],
    queryFn: () => readPublicKey(text),
    enabled: text.trim() !== "",
    // Nothing is asked of anybody, and what does not belong here is not kept.
    networkMode: "always",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data;
}

export async function readPublicKey(text: string): Promise<PastedKey> {
  try {
    const { pem, thumbprint } = await importPublicKey(text);
    const words = await fingerprintPublicKey(pem);
    return { state: "sound", keyId: formatKeyId(thumbprint), pem, words };
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    return { state: "unsound", reason: error.message };
  }
}
