import { listCards } from "./cards.ts";
import { checkSeal, type ListedSeal, type SealCheck } from "./check-seal.ts";
import { checkSignature, type SignatureCheck } from "./check-signature.ts";
import type { StoredCard } from "./device-store.ts";
import { readOwnKeys } from "./own-keys.ts";
import type { Recognition } from "./recognize-signer.ts";
import { claimsTill } from "./sealed-content.ts";
import { areSignersOpen, findSignedShop, recognizeSigner } from "./signers.ts";
import type { SealedContent } from "./till-content.ts";

export type Verdict = SealCheck & {
  /** Undefined for a receipt without a signature. */
  signature: SignatureCheck | undefined;
  /** Of a valid signature; undefined where what is remembered could not be read. */
  signer: Recognition | undefined;
  /** Of a receipt without a signature: since when receipts under its shop's name were signed. */
  signedSince: string | undefined;
  /** Of the same: what is remembered could not be read, so nothing is known of its shop. */
  isShopUnread?: boolean;
};

type Opened = {
  paymentId: string;
  /** As the service lists it, and on which card, once that is known. */
  listed: ListedSeal | undefined;
  card: Pick<StoredCard, "cardId" | "environment"> | undefined;
};

/**
 * What is proven about an opened receipt, as it came out of its envelope. Needs nothing but this device, and remembers
 * the key of a valid signature. `onLearn` is called if that may change what is said of other receipts.
 */
export async function judgeReceipt(
  receipt: SealedContent,
  { paymentId, listed, card }: Opened,
  onLearn?: () => void,
): Promise<Verdict> {
  const { merchantName, merchantId } = receipt;
  const receiptAt = listed?.createdAt;
  // A receipt without a claim needs no keys, whose reading takes its time.
  const cards = claimsTill(receipt) ? await listCards() : [];
  const own = cards.filter(({ cardId }) => card === undefined || cardId === card.cardId);
  const keys = await readOwnKeys(own);
  const stored = card && own[0];
  const seal = checkSeal(receipt, { paymentId, listed, keys, card: stored });
  if (receipt.merchantSignature === undefined) {
    const signedSince = findSignedShop({ merchantName, paymentId, receiptAt });
    const unsigned = { signature: undefined, signer: undefined, signedSince };
    return { ...seal, ...unsigned, isShopUnread: !areSignersOpen() };
  }
  const signature = await checkSignature(receipt, { environment: card?.environment, listed });
  const judged = { ...seal, signature, signedSince: undefined };
  if (signature.state !== "valid") return { ...judged, signer: undefined };

  const { thumbprint, organization } = signature;
  const signed = { thumbprint, merchantName, merchantId, organization, paymentId, receiptAt };
  return { ...judged, signer: await recognizeSigner(signed, onLearn) };
}
