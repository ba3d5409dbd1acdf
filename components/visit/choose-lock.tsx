import { useQuery } from "@tanstack/react-query";
import { Fingerprint, KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { FailureNote } from "#components/wallet/failure-note.tsx";
import { NewPin } from "#components/wallet/new-pin.tsx";
import {
  allowsPasskeys,
  hasOwnAuthenticator,
  withdrawPasskeyQuestion,
} from "#lib/wallet/passkey.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import type { VisitWallet } from "./use-visit-wallet.ts";

type ChooseLockProps = { add: VisitWallet["add"] };

/** Where the vault is still to be made: a passkey or a PIN for it. */
export function ChooseLock({ add }: ChooseLockProps) {
  const { reset, error, isPending } = add;
  const authenticator = useAuthenticator();
  const [chosen, setChosen] = useState<"passkey" | "pin">();
  const [hasLeftPasskey, setLeftPasskey] = useState(false);
  const reason = error instanceof WalletError ? error.reason : undefined;
  // A device without an authenticator of its own asks for a security key, which few people have.
  const preferred = authenticator === "own" ? "passkey" : "pin";
  const way = reason === "passkey_unsupported" ? "pin" : (chosen ?? preferred);
  if (authenticator === "unknown") return null;

  function choosePin(): void {
    setLeftPasskey(isPending);
    withdrawPasskeyQuestion();
    setChosen("pin");
  }

  function choosePasskey(): void {
    setLeftPasskey(false);
    reset();
    setChosen("passkey");
  }

  if (way === "passkey") {
    return (
      <>
        <FailureNote error={error} />
        <PasskeyButton add={add} authenticator={authenticator} autoFocus={chosen !== undefined} />
        <OtherWay onChoose={choosePin}>Use a PIN instead</OtherWay>
      </>
    );
  }
  return (
    <>
      <p role="status" className="text-sm text-muted empty:hidden">
        {hasLeftPasskey ? "The passkey request was canceled. Choose a PIN instead." : null}
      </p>
      {reason === "consent_declined" ? null : <FailureNote error={error} />}
      <NewPin
        label="Choose a PIN for this wallet"
        hint="6 to 12 digits. It locks the key, which never leaves this device."
        isPending={isPending}
        autoFocus={chosen === "pin"}
        onChoose={(pin) => add.mutate({ method: "pin", pin })}
        icon={KeyRound}
        className={bigButton}
      >
        Add to wallet
      </NewPin>
      {authenticator === "barred" ? null : (
        <OtherWay onChoose={choosePasskey}>Use a passkey instead</OtherWay>
      )}
    </>
  );
}

/** `none`: security keys and phones may still work. `barred`: not on a page of this address. */
type Authenticator = "unknown" | "own" | "none" | "barred";

function useAuthenticator(): Authenticator {
  const isAllowed = allowsPasskeys(window.location.hostname);
  const { data } = useQuery({
    queryKey: ["own-authenticator"],
    queryFn: hasOwnAuthenticator,
    enabled: isAllowed,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  if (!isAllowed) return "barred";
  if (data === undefined) return "unknown";
  return data ? "own" : "none";
}

type PasskeyButtonProps = ChooseLockProps & { authenticator: Authenticator; autoFocus: boolean };

function PasskeyButton({ add, authenticator, autoFocus }: PasskeyButtonProps) {
  const { mutate, isPending } = add;
  const guard =
    authenticator === "own"
      ? "Your fingerprint, face, or screen lock"
      : "A security key or your phone";
  return (
    <>
      <Button
        icon={Fingerprint}
        pending={isPending}
        autoFocus={autoFocus}
        onClick={() => mutate({ method: "passkey", accountName: namePasskey(new Date()) })}
        className={bigButton}
      >
        Add to wallet
      </Button>
      <p className="text-center text-xs text-muted text-balance">
        {isPending
          ? "Waiting for your passkey. If no prompt appears, use a PIN instead."
          : `${guard} guards the key, which never leaves this device.`}
      </p>
    </>
  );
}

/** By its day, so that its owner can tell it from those of earlier visits. */
function namePasskey(now: Date): string {
  const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
  return `Sealslip demo, ${day.format(now)}`;
}

function OtherWay({ onChoose, children }: { onChoose: () => void; children: string }) {
  return (
    <p className="text-center">
      <Button look="ghost" size="small" onClick={onChoose}>
        {children}
      </Button>
    </p>
  );
}

export const bigButton = "min-h-12! w-full text-base!";
