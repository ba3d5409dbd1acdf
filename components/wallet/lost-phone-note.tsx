import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { findOpeningKey } from "#lib/wallet/opening-key.ts";
import type { WalletReceipt } from "./use-receipts.ts";
import { walletLink } from "./wallet-link.ts";

/** Whether a receipt is from before this device took the place of a lost one, and no key here opens it. */
export function isSealedToLostPhone({ card, receiptStatus, ...listed }: WalletReceipt): boolean {
  if (card.pairedAt === undefined || receiptStatus !== "sealed") return false;
  const isEarlier = Date.parse(listed.createdAt) < Date.parse(card.pairedAt);
  return isEarlier && findOpeningKey(card, listed) === undefined;
}

/** What can open such receipts. */
export function LostPhoneNote({ isOfOne = false }: { isOfOne?: boolean }) {
  return (
    <Callout
      title={
        isOfOne
          ? "Sealed to the lost phone’s key"
          : "Some receipts are sealed to the lost phone’s key"
      }
    >
      <p className="text-muted">
        A backup file of that phone opens {isOfOne ? "it" : "them"} here. Another device of yours
        that got {isOfOne ? "it" : "them"} still opens {isOfOne ? "it" : "them"} there. Without
        either, {isOfOne ? "it stays" : "they stay"} sealed: nobody else has the key.
      </p>
      <div className="pt-2">
        <ButtonLink {...walletLink("/wallet/vault")} look="secondary" size="small">
          Restore a backup
        </ButtonLink>
      </div>
    </Callout>
  );
}
