import { KeyRound, Smartphone } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ChooseLock } from "#components/wallet/choose-lock.tsx";
import { FailureNote } from "#components/wallet/failure-note.tsx";
import { useVault } from "#components/wallet/use-vault.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
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
  const [isMoving, setMoving] = useState(false);
  const canMove = !isOwnHost(window.location.hostname);
  if (isMoving) return <HandoverCode card={card} onBack={() => setMoving(false)} />;
  return (
    <div className="group/add flex grow flex-col justify-between gap-5">
      {/* A PIN's two fields need its place on a low screen. */}
      <SealedSlip payment={payment} className="lg:not-tall:group-has-[form]/add:hidden">
        It waits for the card ending in <span data-stored="wallet.card_digits">{card.last4}</span>.
        The wallet makes a key for it.
      </SealedSlip>
      <div className="space-y-3">
        <AddKey add={add} />
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

/** What makes the vault stays until the card is in it: nothing moves on the way. */
export function AddKey({ add }: Pick<AddToWalletProps, "add">) {
  const isReady = useVault().data?.state === "ready";
  const [wasReady] = useState(isReady);
  return wasReady || (isReady && !add.isPending) ? (
    <AddToVault add={add} />
  ) : (
    <MakeVault add={add} />
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

/** Where it is still to be made: a passkey or a PIN, and the card goes into it at once. */
function MakeVault({ add }: Pick<AddToWalletProps, "add">) {
  return (
    <ChooseLock
      lock={add}
      accountName={namePasskey(new Date())}
      passkeyLabel="Add to wallet"
      pin={{
        label: "Choose a PIN for this wallet",
        hint: "It locks the key.",
        icon: KeyRound,
        children: "Add to wallet",
      }}
      className={bigButton}
    />
  );
}

/** By its day, so that its owner can tell it from those of earlier visits. */
function namePasskey(now: Date): string {
  const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
  return `Sealslip demo, ${day.format(now)}`;
}

const bigButton = "min-h-12! w-full text-base!";
