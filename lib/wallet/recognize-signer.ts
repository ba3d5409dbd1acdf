import { z } from "zod";

/** That a key signed a receipt with a shop's name on it, which no earlier receipt showed when this one was opened. */
export const seenSigner = z.object({
  /** RFC 7638, of the key. */
  thumbprint: z.string(),
  /** What the receipt says, which is all that is known of the signer. */
  merchantName: z.string(),
  paymentId: z.string(),
  /** When this wallet opened it. */
  seenAt: z.iso.datetime(),
  /** When the service says that it was created; absent where that was not known. */
  receiptAt: z.iso.datetime().optional(),
});

export type SeenSigner = z.output<typeof seenSigner>;

export type Recognition =
  /** The key signed an earlier receipt under this name; `since` is the time of the first. */
  | { kind: "seen"; since: string }
  /** Neither the key nor the name was seen on an earlier signed receipt. */
  | { kind: "first" }
  /** Earlier receipts under this name were signed with another key. */
  | { kind: "new_key" }
  /** The key signed earlier receipts, under another name. */
  | { kind: "other_name"; merchantName: string };

export type Signed = Omit<SeenSigner, "seenAt">;

/**
 * Whether the wallet knows the key of a receipt from earlier ones. Which of them is earlier is for the service's own
 * time to say, and not for the order in which they were opened, nor for a date that the signer chooses. `known` is
 * sorted by compareAges. Names and not `merchantId` tell shops apart: the signer chooses both, and the name is what the
 * cardholder reads.
 */
export function recognize(known: readonly SeenSigner[], signed: Signed): Recognition {
  const name = nameKey(signed.merchantName);
  const isSameName = ({ merchantName }: SeenSigner) => nameKey(merchantName) === name;
  const isSameKey = ({ thumbprint }: SeenSigner) => thumbprint === signed.thumbprint;

  const earlier = earlierThan(known, signed);
  const found = earlier.find((one) => isSameKey(one) && isSameName(one));
  if (found) return { kind: "seen", since: ageOf(found) };
  if (earlier.some(isSameName)) return { kind: "new_key" };
  const other = earlier.find(isSameKey);
  return other ? { kind: "other_name", merchantName: other.merchantName } : { kind: "first" };
}

/** Oldest first: by the time of the receipt, then by its payment id. */
export function compareAges(one: SeenSigner, other: SeenSigner): number {
  const difference = Date.parse(ageOf(one)) - Date.parse(ageOf(other));
  if (difference !== 0) return Math.sign(difference);
  if (one.paymentId === other.paymentId) return 0;
  return one.paymentId < other.paymentId ? -1 : 1;
}

function earlierThan(known: readonly SeenSigner[], signed: Signed): readonly SeenSigner[] {
  const others = known.filter(({ paymentId }) => paymentId !== signed.paymentId);
  const remembered = known.find(({ paymentId }) => paymentId === signed.paymentId);
  // Without a time of its own, it is the newest.
  const seenAt = remembered?.seenAt ?? new Date().toISOString();
  const receiptAt = signed.receiptAt ?? remembered?.receiptAt;
  return others.filter((one) => compareAges(one, { ...signed, receiptAt, seenAt }) < 0);
}

function ageOf({ receiptAt, seenAt }: SeenSigner): string {
  return receiptAt ?? seenAt;
}

/** Equal for names that look alike to a hasty reader: letter case, width, and spaces do not count. */
function nameKey(name: string): string {
  return name.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
}
