import { z } from "zod";

/** That a key signed a receipt with a shop's name on it, for the first time on this wallet. */
export const seenSigner = z.object({
  /** RFC 7638, of the key. */
  thumbprint: z.string(),
  /** What the receipt says, which is all that is known of the signer. */
  merchantName: z.string(),
  paymentId: z.string(),
  seenAt: z.iso.datetime(),
});

export type SeenSigner = z.output<typeof seenSigner>;

export type Recognition =
  /** The key signed an earlier receipt under this name. */
  | { kind: "seen"; since: string }
  /** Neither the key nor the name was seen on an earlier signed receipt. */
  | { kind: "first" }
  /** Earlier receipts under this name were signed with another key. */
  | { kind: "new_key" }
  /** The key signed earlier receipts, under another name. */
  | { kind: "other_name"; merchantName: string };

type Signed = Pick<SeenSigner, "thumbprint" | "merchantName" | "paymentId">;

/**
 * Whether the wallet knows the key of a receipt. `known` is sorted, oldest first; what came after this receipt does not
 * change what was said of it. Names and not `merchantId` tell shops apart: the signer chooses both, and the name is what
 * the cardholder reads.
 */
export function recognize(known: readonly SeenSigner[], signed: Signed): Recognition {
  const name = nameKey(signed.merchantName);
  const isSameName = ({ merchantName }: SeenSigner) => nameKey(merchantName) === name;
  const isSameKey = ({ thumbprint }: SeenSigner) => thumbprint === signed.thumbprint;

  const first = known.findIndex((one) => isSameKey(one) && isSameName(one));
  const found = known[first];
  if (found && found.paymentId !== signed.paymentId) return { kind: "seen", since: found.seenAt };

  const earlier = found ? known.slice(0, first) : known;
  if (earlier.some(isSameName)) return { kind: "new_key" };
  const other = earlier.find(isSameKey);
  return other ? { kind: "other_name", merchantName: other.merchantName } : { kind: "first" };
}

/** Equal for names that look alike to a hasty reader: letter case, width, and spaces do not count. */
function nameKey(name: string): string {
  return name.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
}
