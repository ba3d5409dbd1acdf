import { Fingerprint } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { NewConsent } from "#lib/wallet/observation.ts";
import { withdrawPasskeyQuestion } from "#lib/wallet/passkey.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { FailureNote } from "./failure-note.tsx";
import { NewPin } from "./new-pin.tsx";
import { useAuthenticator } from "./use-authenticator.ts";

type ChooseLockProps = {
  /** The mutation that makes the vault. */
  lock: {
    mutate: (consent: NewConsent) => void;
    reset: () => void;
    error: Error | null;
    isPending: boolean;
  };
  /** Tells the passkey apart from others. */
  accountName: string;
  passkeyLabel: string;
  pin: Pick<ComponentProps<typeof NewPin>, "label" | "hint" | "icon" | "children">;
  /** Of the buttons. */
  className: string;
};

/** Lets the cardholder choose a passkey or a PIN for a new vault, and change their mind. */
export function ChooseLock({ lock, accountName, passkeyLabel, pin, className }: ChooseLockProps) {
  const t = useTranslate();
  const { mutate, reset, error, isPending } = lock;
  const { state: authenticator } = useAuthenticator();
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
    const isOwn = authenticator === "own";
    const guard = isOwn
      ? t("Your fingerprint, face, or screen lock guards the key, which stays on this device.")
      : t("A security key or another device guards the key, which stays on this device.");
    return (
      <div className="space-y-3">
        <FailureNote error={error} />
        <Button
          icon={Fingerprint}
          pending={isPending}
          autoFocus={chosen !== undefined}
          onClick={() => mutate({ method: "passkey", accountName })}
          className={className}
        >
          {passkeyLabel}
        </Button>
        <p role="status" className="text-center text-xs text-muted text-balance">
          {isPending
            ? t("Waiting for your passkey. If no prompt appears, use a PIN instead.")
            : guard}
        </p>
        <OtherWay onChoose={choosePin}>{t("Use a PIN instead")}</OtherWay>
      </div>
    );
  }
  return (
    <div className="space-y-3">
      <p role="status" className="text-sm text-muted empty:hidden">
        {hasLeftPasskey ? t("The passkey request was canceled. Choose a PIN instead.") : null}
      </p>
      {reason === "consent_declined" ? null : <FailureNote error={error} />}
      <NewPin
        {...pin}
        isPending={isPending}
        autoFocus={chosen === "pin"}
        onChoose={(digits) => mutate({ method: "pin", pin: digits })}
        className={className}
      />
      {authenticator === "barred" ? null : (
        <OtherWay onChoose={choosePasskey}>{t("Use a passkey instead")}</OtherWay>
      )}
    </div>
  );
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
