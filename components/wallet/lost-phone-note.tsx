import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { PlainSentence } from "#lib/languages/translate.ts";
import { findOpeningKey } from "#lib/wallet/opening-key.ts";
import type { WalletReceipt } from "./use-receipts.ts";
import { walletLink } from "./wallet-link.ts";

/** Whether a receipt is from before this device took the place of a lost one, and no key here opens it. */
export function isSealedToLostPhone({ card, receiptStatus, ...listed }: WalletReceipt): boolean {
  if (card.pairedAt === undefined || receiptStatus !== "sealed") return false;
  const isEarlier = Date.parse(listed.createdAt) < Date.parse(card.pairedAt);
  return isEarlier && findOpeningKey(card, listed) === undefined;
}

type LostPhoneNoteProps = {
  receipts: readonly WalletReceipt[];
  /** On the page of the one receipt. */
  isOfOne?: boolean;
};

/** What can open those of the receipts that are sealed so; nothing if there are none. */
export function LostPhoneNote({ receipts, isOfOne = false }: LostPhoneNoteProps) {
  const t = useTranslate();
  if (!receipts.some(isSealedToLostPhone)) return null;
  const [title, what] = isOfOne ? words.one : words.some;
  return (
    <Callout title={t(title)}>
      <p className="text-muted">{t(what)}</p>
      <div className="pt-2">
        <ButtonLink {...walletLink("/wallet/vault")} look="secondary" size="small">
          {t("Restore a backup")}
        </ButtonLink>
      </div>
    </Callout>
  );
}

const words = {
  one: [
    "Sealed to the lost phone’s key",
    "A backup file of that phone opens it here, and another device of yours that got it opens it there. Without either, it stays sealed: nobody else has the key.",
  ],
  some: [
    "Earlier receipts are sealed to the lost phone’s key",
    "A backup file of that phone opens them here, and another device of yours that got them opens them there. Without either, they stay sealed: nobody else has the key.",
  ],
} as const satisfies Record<string, readonly PlainSentence[]>;
