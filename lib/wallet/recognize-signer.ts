import { z } from "zod";

/** That a key signed a receipt with a shop's name on it, which no earlier receipt showed when this one was opened. */
export const seenSigner = z.object({
  /** RFC 7638, of the key. */
  thumbprint: z.string(),
  /** What the receipt says, which is all that is known of the signer. */
  merchantName: z.string(),
  /** The same; absent in what was remembered before these told shops apart. */
  merchantId: z.string().optional(),
  /** Whom the signature names as its organization, if it names one. */
  organization: z.string().optional(),
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
  /** Earlier receipts of this shop were signed with another key; `merchantName` is its name then, if another one. */
  | { kind: "new_key"; merchantName?: string }
  /** The key signed earlier receipts, under another name. */
  | { kind: "other_name"; merchantName: string };

export type Signed = Omit<SeenSigner, "seenAt">;

/** A receipt without a signature. */
export type Unsigned = Pick<SeenSigner, "merchantName" | "paymentId"> & {
  receiptAt: string | undefined;
};

/**
 * Whether the wallet knows the key of a receipt from earlier ones. Which of them is earlier is for the service's own
 * time to say, and not for the order in which they were opened, nor for a date that the signer chooses. `known` is
 * sorted by compareAges. The name tells shops apart, since it is what the cardholder reads; that the organization and
 * `merchantId` are the same, which the signer chooses, too, makes a key a new one and never a known one.
 */
export function recognize(known: readonly SeenSigner[], signed: Signed): Recognition {
  const isSameName = (one: SeenSigner) => haveSameName(one, signed);
  const isSameKey = ({ thumbprint }: SeenSigner) => thumbprint === signed.thumbprint;

  const earlier = earlierThan(known, signed);
  const found = earlier.find((one) => isSameKey(one) && isSameName(one));
  if (found) return { kind: "seen", since: ageOf(found) };
  if (earlier.some(isSameName)) return { kind: "new_key" };
  const other = earlier.find(isSameKey);
  if (other) return { kind: "other_name", merchantName: other.merchantName };
  const renamed = earlier.find((one) => areOneMerchant(one, signed));
  return renamed ? { kind: "new_key", merchantName: renamed.merchantName } : { kind: "first" };
}

/** Since when earlier receipts under the name of this one were signed; undefined if none was. */
export function findSignedBefore(
  known: readonly SeenSigner[],
  unsigned: Unsigned,
): string | undefined {
  // Without its time, it may be from before the shop began to sign.
  if (unsigned.receiptAt === undefined) return undefined;
  const found = earlierThan(known, unsigned).find((one) => haveSameName(one, unsigned));
  return found && ageOf(found);
}

/** Whether what is known of a key has the shop's organization and `merchantId`, where the receipt names them. */
export function knowsMerchant(known: readonly SeenSigner[], signed: Signed): boolean {
  return known.some(
    (one) =>
      one.thumbprint === signed.thumbprint && haveSameName(one, signed) && hasFields(one, signed),
  );
}

function hasFields(one: SeenSigner, { merchantId, organization }: Signed): boolean {
  if (organization === undefined) return true;
  return one.merchantId === merchantId && one.organization === organization;
}

function haveSameName(
  one: Pick<SeenSigner, "merchantName">,
  other: Pick<SeenSigner, "merchantName">,
): boolean {
  return nameKey(one.merchantName) === nameKey(other.merchantName);
}

function areOneMerchant(one: SeenSigner, { merchantId, organization }: Signed): boolean {
  if (merchantId === undefined || organization === undefined) return false;
  return one.merchantId === merchantId && one.organization === organization;
}

type Aged = Pick<SeenSigner, "paymentId" | "seenAt"> & { receiptAt?: string | undefined };

/** Oldest first: by the time of the receipt, then by its payment id. */
export function compareAges(one: Aged, other: Aged): number {
  const difference = Date.parse(ageOf(one)) - Date.parse(ageOf(other));
  if (difference !== 0) return Math.sign(difference);
  if (one.paymentId === other.paymentId) return 0;
  return one.paymentId < other.paymentId ? -1 : 1;
}

function earlierThan(
  known: readonly SeenSigner[],
  receipt: Omit<Aged, "seenAt">,
): readonly SeenSigner[] {
  const { paymentId } = receipt;
  const others = known.filter((one) => one.paymentId !== paymentId);
  const remembered = known.find((one) => one.paymentId === paymentId);
  // Without a time of its own, it is the newest.
  const seenAt = remembered?.seenAt ?? new Date().toISOString();
  const receiptAt = receipt.receiptAt ?? remembered?.receiptAt;
  return others.filter((one) => compareAges(one, { paymentId, receiptAt, seenAt }) < 0);
}

function ageOf({ receiptAt, seenAt }: Aged): string {
  return receiptAt ?? seenAt;
}

/** Equal for names that look alike to a hasty reader: letter case, width, spaces, and what is invisible do not count. */
function nameKey(name: string): string {
  const visible = name.replace(invisible, "").normalize("NFKC");
  return visible.replace(/\s+/g, " ").trim().toLowerCase();
}

/** Not all format characters are ignorable, nor the other way round. Tabs and line breaks are spaces. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?!\s)\p{Cc}/gu;
