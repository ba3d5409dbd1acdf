import { Fingerprint, KeyRound, Smartphone } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { FailureNote } from "#components/wallet/failure-note.tsx";
import { NewPin } from "#components/wallet/new-pin.tsx";
import { useVault } from "#components/wallet/use-vault.ts";
import { allowsPasskeys, withdrawPasskeyQuestion } from "#lib/wallet/passkey.ts";
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

type Way = "passkey" | "pin" | "phone";

/** The receipt that waits, and the key that it waits for. */
export function AddToWallet({ card, payment, add }: AddToWalletProps) {
  const { mutate, error, isPending } = add;
  const vault = useVault().data;
  const canMove = !isOwnHost(window.location.hostname);
  const hasPasskeys = allowsPasskeys(window.location.hostname);
  const [way, setWay] = useState<Way>(hasPasskeys ? "passkey" : "pin");
  const reason = error instanceof WalletError ? error.reason : undefined;
  const needsPin = way === "pin" || (way === "passkey" && reason === "passkey_unsupported");
  const hasVault = vault?.state === "ready";

  function choosePin(): void {
    withdrawPasskeyQuestion();
    setWay("pin");
  }

  if (way === "phone") {
    return <HandoverCode card={card} onBack={() => setWay(hasPasskeys ? "passkey" : "pin")} />;
  }
  return (
    <div className="flex grow flex-col justify-between gap-5">
      <SealedSlip payment={payment}>
        It waits for the card ending in {card.last4}. The wallet makes a key, and the receipt is
        sealed to it.
      </SealedSlip>
      <div className="space-y-3">
        {reason === "consent_declined" && (hasVault || needsPin) ? null : (
          <FailureNote error={error} {...(hasVault ? { retry: () => mutate("existing") } : {})} />
        )}
        {hasVault ? (
          <Button
            icon={KeyRound}
            pending={isPending}
            onClick={() => mutate("existing")}
            className={bigButton}
          >
            Add to wallet
          </Button>
        ) : needsPin ? (
          <NewPin
            label="Choose a PIN for this wallet"
            hint="6 to 12 digits. It locks the key, which never leaves this device."
            isPending={isPending}
            onChoose={(pin) => mutate({ method: "pin", pin })}
            icon={KeyRound}
            className={bigButton}
          >
            Add to wallet
          </NewPin>
        ) : (
          <>
            <Button
              icon={Fingerprint}
              pending={isPending}
              onClick={() => mutate({ method: "passkey", accountName: "Receipts on this device" })}
              className={bigButton}
            >
              Add to wallet
            </Button>
            <p className="text-center text-xs text-muted text-balance">
              Your fingerprint, face, or screen lock guards the key, which never leaves this device.
            </p>
          </>
        )}
        <div className="flex flex-wrap justify-center gap-x-2">
          {hasVault || needsPin ? null : (
            <Button look="ghost" size="small" onClick={choosePin}>
              Use a PIN instead
            </Button>
          )}
          {canMove ? (
            <span className="max-lg:hidden">
              <Button look="ghost" size="small" icon={Smartphone} onClick={() => setWay("phone")}>
                Use my phone
              </Button>
            </span>
          ) : null}
        </div>
        {canMove ? null : (
          <p className="text-center text-xs text-muted text-balance max-lg:hidden">
            Running the demo on your own machine? To go on with your phone, open this page at an
            address that it can reach, over HTTPS: localhost is not one.
          </p>
        )}
      </div>
    </div>
  );
}

const bigButton = "min-h-12! w-full text-base!";
