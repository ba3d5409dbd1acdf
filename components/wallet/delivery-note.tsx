import { useTranslate } from "#components/ui/use-translate.ts";
import type { PlainSentence } from "#lib/languages/translate.ts";
import type { WalletReceipt } from "./use-receipts.ts";

/** By what a receipt came here, if not by the card: an identifier can have been someone else's before. */
export function DeliveryNote({ receipt }: { receipt: Pick<WalletReceipt, "deliveredBy"> }) {
  const t = useTranslate();
  const words = deliveryWords[receipt.deliveredBy];
  return words ? <p className="text-center text-sm text-muted">{t(words)}</p> : null;
}

const deliveryWords: Record<WalletReceipt["deliveredBy"], PlainSentence | undefined> = {
  card: undefined,
  par: "Came by your card’s account, as purchases with a phone do.",
  phone: "Came by your phone number.",
  email: "Came by your email address.",
  claim_code: "Claimed with its code.",
};
