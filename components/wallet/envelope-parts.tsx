import { decodeBase64Url, decodeUtf8 } from "#lib/crypto/bytes.ts";
import type { SealedReceipt } from "#lib/crypto/sealed-receipt.ts";

/** The sealed receipt as it arrived, part by part: JWE, RFC 7516. */
export function EnvelopeParts({ envelope }: { envelope: SealedReceipt }) {
  const { header, aad, ciphertext, encrypted_key, iv, tag } = envelope;
  return (
    <details className="group text-sm">
      <summary className="cursor-pointer font-medium text-pine hover:text-pine-deep">
        The envelope: {countBytes(ciphertext).toLocaleString("en-US")} bytes that only your key
        opens
      </summary>
      <dl className="mt-3 space-y-2.5 bg-copy px-4 py-3">
        <Part name="alg" what="how the content key is wrapped" value={header.alg} />
        <Part name="kid" what="for which key" value={header.kid} />
        <Part
          name="protected"
          what="how the content is sealed"
          value={readText(envelope.protected)}
        />
        <Part name="aad" what="bound to this payment" value={readText(aad)} />
        <Part name="encrypted_key" what={sizeOf(encrypted_key)} value={encrypted_key} />
        <Part name="iv" what={sizeOf(iv)} value={iv} />
        <Part name="ciphertext" what={sizeOf(ciphertext)} value={ciphertext} />
        <Part name="tag" what={sizeOf(tag)} value={tag} />
      </dl>
    </details>
  );
}

function Part({ name, what, value }: { name: string; what: string; value: string }) {
  return (
    <div>
      <dt className="flex justify-between gap-4 text-xs">
        <span className="font-mono font-semibold">{name}</span>
        <span className="text-muted">{what}</span>
      </dt>
      <dd className="mt-0.5 line-clamp-3 font-mono text-2xs break-all text-muted">{value}</dd>
    </div>
  );
}

function sizeOf(encoded: string): string {
  return `${countBytes(encoded).toLocaleString("en-US")} bytes`;
}

function countBytes(encoded: string): number {
  return Math.floor((encoded.length * 3) / 4);
}

/** What came from the network may be anything; a part that is no text is shown as it came. */
function readText(encoded: string): string {
  try {
    return decodeUtf8(decodeBase64Url(encoded));
  } catch {
    return encoded;
  }
}
