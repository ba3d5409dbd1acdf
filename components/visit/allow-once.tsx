import { SealButton } from "#components/ui/seal-button.tsx";
import { ALLOW_ONCE, OPENS_ONCE } from "#components/wallet/consent-words.ts";
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
  const { error } = open;
  return (
    <div id={NEXT_ACTION} className="flex grow scroll-mb-4 flex-col gap-5">
      <SealedSlip
        payment={payment}
        seal={<OpeningSeal payment={payment} mine={mine} open={open} heldMethod={heldMethod} />}
      >
        {heldMethod
          ? `${OPENS_ONCE} ${unlocked[heldMethod]}`
          : "The shop and what you bought are inside."}
      </SealedSlip>
      {error && !isDeclined(error) ? (
        <div>
          <FailureNote error={error} />
          {heldMethod ? null : (
            <StartAgain restart={restart} className="mt-2 w-full">
              Start again, without this key
            </StartAgain>
          )}
        </div>
      ) : null}
    </div>
  );
}

/** The seal alone. */
export function OpeningSeal({ payment, mine, open, heldMethod }: Omit<AllowOnceProps, "restart">) {
  return (
    <SealButton pending={open.isPending} onOpen={() => open.mutate({ payment, mine })}>
      {heldMethod ? ALLOW_ONCE : "Open on this device"}
    </SealButton>
  );
}

function isDeclined(error: Error): boolean {
  return error instanceof WalletError && error.reason === "consent_declined";
}

const unlocked = {
  passkey: "Your passkey has just unlocked the key; the next receipt asks for it again.",
  pin: "Your PIN has just unlocked the key; the next receipt asks for it again.",
};
