import { compareListed } from "#lib/client/compare-listed.ts";
import { formatKeyId } from "#lib/crypto/key-id.ts";
import { RESERVED_MINUTES } from "#lib/reservations/contract.ts";
import type { StoredCard } from "./device-store.ts";
import type { ListedReceipt } from "./listed-receipt.ts";
import type { OwnKey } from "./own-keys.ts";
import { claimsTill } from "./sealed-content.ts";
import type { SealedContent } from "./till-content.ts";

/** The entry of the list, from the service, which may lie. One that was kept before an upgrade lacks some fields. */
export type ListedSeal = Pick<
  ListedReceipt,
  | "paymentId"
  | "receiptId"
  | "transactionId"
  | "gateway"
  | "kind"
  | "refundOf"
  | "amount"
  | "currency"
  | "createdAt"
  | "deliveredBy"
> &
  Partial<Pick<ListedReceipt, "keyIds" | "sealedAt" | "keyKind">>;

/** For whom a receipt was sealed, and where. Keys are RFC 7638 thumbprints. */
export type Seal =
  /** Neither the receipt nor the service says that it was sealed at the till. */
  | { state: "none" }
  /** The service says so, and the receipt does not. */
  | { state: "unclaimed" }
  /** The receipt says so, and the service says that it sealed it itself. */
  | { state: "contradicted" }
  /** It does not say for which key. */
  | { state: "malformed" }
  /** To a key of this device; `unlisted` are those of `others` that the service does not name. */
  | { state: "device"; others: string[]; unlisted: string[] }
  /** To a key of this device that it had replaced long before. */
  | { state: "replaced_key"; sealedTo: string[]; replacedAt: string }
  /** To wait for its card: the service could have opened it. */
  | { state: "escrow" }
  /** The same, although this device had registered the card long before: a till without a network does that, too. */
  | { state: "needless_escrow" }
  | { state: "other_key"; sealedTo: string[] }
  /** To another key, and the list that would say whether it is the escrow's is not here. */
  | { state: "unknown_key"; sealedTo: string[] };

/** `differs` are the fields in which the receipt is not what the service lists. */
export type SealCheck = { seal: Seal; differs: string[] };

type Place = {
  paymentId: string;
  /** Undefined where the list is not here, of a kept receipt. */
  listed: ListedSeal | undefined;
  keys: readonly OwnKey[];
  card: Pick<StoredCard, "createdAt" | "registeredAt" | "restoredAt"> | undefined;
};

/** What this device can tell of the seal of an opened receipt, as it came out of its envelope. */
export function checkSeal(receipt: SealedContent, place: Place): SealCheck {
  const isListed = place.listed?.sealedAt === "till";
  const isClaimed = claimsTill(receipt);
  if (!isListed && !isClaimed) return { seal: { state: "none" }, differs: [] };
  const seal: Seal = isClaimed ? sealOf(receipt, place) : { state: "unclaimed" };
  return { seal, differs: compareListed(receipt, place) };
}

function sealOf(receipt: SealedContent, { listed, keys, card }: Place): Seal {
  if (listed?.sealedAt === "service") return { state: "contradicted" };
  const sealedTo = readSealedTo(receipt.sealedTo);
  if (!sealedTo) return { state: "malformed" };

  const own = keys.filter(({ thumbprint }) => sealedTo.includes(thumbprint));
  if (own.length === 0) return sealOfStranger(sealedTo, { listed, card });

  const replaced = own.find((key) => listed && wasReplacedBefore(key, listed));
  if (replaced?.replacedAt !== undefined) {
    const { thumbprint, replacedAt } = replaced;
    return { state: "replaced_key", sealedTo: [thumbprint], replacedAt };
  }
  const others = sealedTo.filter((one) => !own.some(({ thumbprint }) => thumbprint === one));
  return { state: "device", others, unlisted: listUnlisted(others, { listed, keys }) };
}

function sealOfStranger(
  sealedTo: string[],
  { listed, card }: Pick<Place, "listed" | "card">,
): Seal {
  if (listed?.keyKind === undefined) return { state: "unknown_key", sealedTo };
  // The escrow has one key.
  if (listed.keyKind !== "escrow" || sealedTo.length > 1) return { state: "other_key", sealedTo };
  const isNeedless = card !== undefined && wasRegisteredBefore(card, listed);
  return { state: isNeedless ? "needless_escrow" : "escrow" };
}

/** As many as `otherRecipients` of a body can have, and the first. */
const MAX_KEYS = 17;

/** SHA-256 as base64url. */
const thumbprintPattern = /^[\w-]{43}$/;

function readSealedTo(sealedTo: unknown): string[] | undefined {
  const named: unknown[] = Array.isArray(sealedTo) ? sealedTo : [sealedTo];
  const keys = named.filter((one) => typeof one === "string" && thumbprintPattern.test(one));
  const isWhole = keys.length === named.length && new Set(keys).size === keys.length;
  return isWhole && keys.length > 0 && keys.length <= MAX_KEYS ? (keys as string[]) : undefined;
}

const MINUTE_MS = 60_000;

/** For the clock of this device, whose date may be wrong. The service's would not do: it may lie. */
const MARGIN_MS = 24 * 60 * MINUTE_MS;

/** Whether something had happened before the key of a payment was reserved, however long that was held. */
function isBeforeReservation(
  moment: string,
  { createdAt }: Pick<ListedSeal, "createdAt">,
  keyKind: keyof typeof RESERVED_MINUTES,
): boolean {
  const heldFor = RESERVED_MINUTES[keyKind] * MINUTE_MS + MARGIN_MS;
  return Date.parse(moment) + heldFor < Date.parse(createdAt);
}

function wasReplacedBefore({ replacedAt }: OwnKey, listed: ListedSeal): boolean {
  return replacedAt !== undefined && isBeforeReservation(replacedAt, listed, "cardholder");
}

/** Whether this device registered the card so long before that no till needs the escrow key for it. */
function wasRegisteredBefore(
  { createdAt, registeredAt = createdAt, restoredAt }: NonNullable<Place["card"]>,
  listed: ListedSeal,
): boolean {
  // Another identifier may have been added yesterday, and a restored card may have been erased in between.
  const isOfCard = listed.deliveredBy === "card" && restoredAt === undefined;
  return isOfCard && isBeforeReservation(registeredAt, listed, "escrow");
}

/** A key whose id is not made of its thumbprint cannot be told from others of that kind, so they are counted. */
function listUnlisted(
  others: string[],
  { listed, keys }: Pick<Place, "listed" | "keys">,
): string[] {
  if (listed?.keyIds === undefined) return [];
  const { keyIds } = listed;
  const unmatched = others.filter((thumbprint) => !keyIds.includes(formatKeyId(thumbprint)));
  const known = new Set([...others, ...keys.map(({ thumbprint }) => thumbprint)].map(formatKeyId));
  const named = keyIds.filter((keyId) => !known.has(keyId) && !/^key_[\w-]{43}$/.test(keyId));
  return unmatched.slice(named.length);
}
