import { KeyRound, Smartphone } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { FailureNote } from "#components/wallet/failure-note.tsx";
import { useVault } from "#components/wallet/use-vault.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { bigButton, ChooseLock } from "./choose-lock.tsx";
import { HandoverCode } from "./handover-code.tsx";
import { isOwnHost } from "./handover-link.ts";
import { SealedSlip } from "./sealed-slip.tsx";
import type { OwnPayment } from "./use-visit.ts";
import type { VisitWallet } from "./use-visit-wallet.ts";
import type { OwnCard } from "./visit-card.ts";

type AddToWalletProps = {
  card: OwnCard;
  payment: OwnPayment;
  add: VisitWallet["add"];
};

/** The receipt that waits, and the key that it waits for. */
export function AddToWallet({ card, payment, add }: AddToWalletProps) {
  const vault = useVault().data;
  const [isMoving, setMoving] = useState(false);
  const canMove = !isOwnHost(window.location.hostname);
  if (isMoving) return <HandoverCode card={card} onBack={() => setMoving(false)} />;
  return (
    <div className="flex grow flex-col justify-between gap-5">
      <SealedSlip payment={payment}>
        It waits for the card ending in {card.last4}. The wallet makes a key, and the receipt is
        sealed to it.
      </SealedSlip>
      <div className="relative space-y-3">
        {vault?.state === "ready" ? <AddToVault add={add} /> : <ChooseLock add={add} />}
        {canMove ? (
          <p className="text-center max-lg:hidden">
            <Button look="ghost" size="small" icon={Smartphone} onClick={() => setMoving(true)}>
              Use my phone
            </Button>
          </p>
        ) : (
          <p className="text-center text-xs text-muted text-balance max-lg:hidden">
            Running the demo on your own machine? To go on with your phone, open this page at an
            address that it can reach, over HTTPS: localhost is not one.
          </p>
        )}
      </div>
    </div>
  );
}

/** Where this browser has a vault already, which asks in its own way. */
function AddToVault({ add: { mutate, error, isPending } }: Pick<AddToWalletProps, "add">) {
  const isDeclined = error instanceof WalletError && error.reason === "consent_declined";
  return (
    <>
      {isDeclined ? null : <FailureNote error={error} retry={() => mutate("existing")} />}
      <Button
        icon={KeyRound}
        pending={isPending}
        onClick={() => mutate("existing")}
        className={bigButton}
      >
        Add to wallet
      </Button>
    </>
  );
}
