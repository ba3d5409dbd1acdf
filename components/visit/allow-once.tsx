import { LockKeyholeOpen } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { ALLOW_ONCE, OPENING_QUESTION, OPENS_ONCE } from "#components/wallet/consent-words.ts";
import { FailureNote } from "#components/wallet/failure-note.tsx";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { NEXT_ACTION } from "./next-action.ts";
import { SealedSlip } from "./sealed-slip.tsx";
import { StartAgain } from "./start-again.tsx";
import type { Restart } from "./use-restart.ts";
import type { OwnPayment } from "./use-visit.ts";
import type { VisitWallet } from "./use-visit-wallet.ts";

type AllowOnceProps = {
  payment: OwnPayment;
  mine: StoredCard;
  restart: Restart;
} & Pick<VisitWallet, "open" | "heldMethod">;

/** The way to open one receipt. Where the vault has to be unlocked, its own question is the consent. */
export function AllowOnce({ payment, mine, open, heldMethod, restart }: AllowOnceProps) {
  const { mutate, error, isPending } = open;
  const isDeclined = error instanceof WalletError && error.reason === "consent_declined";
  const failure = isDeclined ? null : (
    <div className="mb-4 empty:hidden">
      <FailureNote error={error} />
    </div>
  );
  const button = (
    <Button
      icon={LockKeyholeOpen}
      pending={isPending}
      onClick={() => mutate({ payment, mine })}
      className="min-h-12! w-full text-base!"
    >
      {heldMethod ? ALLOW_ONCE : "Open on this device"}
    </Button>
  );
  return (
    <div className="flex grow flex-col justify-between gap-5">
      <SealedSlip payment={payment}>The shop and what you bought are inside.</SealedSlip>
      {heldMethod ? (
        <section
          id={NEXT_ACTION}
          aria-labelledby="consent"
          className="scroll-mb-4 border border-line bg-slip p-4"
        >
          <p id="consent" className="text-lg font-semibold tracking-tight">
            {OPENING_QUESTION.title}
          </p>
          <p className="mt-1 mb-4 text-sm text-muted text-pretty">
            {OPENS_ONCE} {unlocked[heldMethod]}
          </p>
          {failure}
          {button}
        </section>
      ) : (
        <div>
          {failure}
          {button}
          {error && !isDeclined ? (
            <StartAgain restart={restart} className="mt-2 w-full">
              Start again, without this key
            </StartAgain>
          ) : null}
        </div>
      )}
    </div>
  );
}

const unlocked = {
  passkey: "Your passkey has just unlocked the key; the next receipt asks for it again.",
  pin: "Your PIN has just unlocked the key; the next receipt asks for it again.",
};
