"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CheckboxField } from "#components/ui/checkbox-field.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { Translate } from "#lib/languages/translate.ts";
import { describeFailure } from "#lib/wallet/describe-failure.ts";
import type { Consent } from "#lib/wallet/observation.ts";
import {
  isPasskeyAsked,
  watchPasskeyQuestion,
  withdrawPasskeyQuestion,
} from "#lib/wallet/passkey.ts";
import { WalletError, type WalletFailure } from "#lib/wallet/wallet-error.ts";
import { consentVerbs } from "./consent-words.ts";
import { PinField } from "./pin-field.tsx";
import { useOnline } from "./use-online.ts";
import { useSecondsUntil } from "./use-seconds-until.ts";
import { useVault } from "./use-vault.ts";
import { type ConsentQuestion, walletKeys } from "./wallet-state.ts";

/** Failures that leave the form open for another try. */
const aboutConsent: readonly WalletFailure[] = [
  "wrong_pin",
  "pin_delayed",
  "pin_needs_service",
  "pin_destroyed",
  "consent_declined",
  "consent_not_set_up",
  "passkey_unsupported",
];

/** The only place where the wallet asks for a passkey or a PIN. */
export function ConsentForm({ question }: { question: ConsentQuestion }) {
  const t = useTranslate();
  const { choice, why, verb = "confirm" } = question;
  const vault = useVault().data;
  const client = useQueryClient();
  const [pin, setPin] = useState("");
  const pinField = useRef<HTMLInputElement>(null);
  const passkeyButton = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState<Consent["method"]>();
  /** The number of the latest attempt; the outcome of an abandoned one is ignored. */
  const attempt = useRef(0);
  const isAsked = useSyncExternalStore(watchPasskeyQuestion, isPasskeyAsked, () => false);
  const [failure, setFailure] = useState<WalletFailure>();
  /** Milliseconds since 1970 before which the service takes no PIN. */
  const [retryAt, setRetryAt] = useState(0);
  const seconds = useSecondsUntil(retryAt);
  const methods = vault?.state === "ready" ? vault.methods : [];
  const hasPasskey = methods.includes("passkey");
  const hasPin = methods.includes("pin");
  const online = useOnline();
  // Closing the sheet cancels the passkey prompt.
  useEffect(() => withdrawPasskeyQuestion, []);

  async function give(consent: Consent): Promise<void> {
    // While confirmed work runs, ignore further tries; an open passkey prompt may be replaced by the PIN.
    if (busy && !isPasskeyAsked()) return;
    withdrawPasskeyQuestion();
    attempt.current += 1;
    const own = attempt.current;
    setBusy(consent.method);
    setFailure(undefined);
    try {
      await question.work(consent);
    } catch (error) {
      if (own === attempt.current) fail(error, consent);
    } finally {
      if (own === attempt.current) setBusy(undefined);
      await client.invalidateQueries({ queryKey: walletKeys.vault });
    }
  }

  function fail(error: unknown, { method }: Consent): void {
    if (!(error instanceof WalletError) || !aboutConsent.includes(error.reason)) {
      question.end(error);
      return;
    }
    setFailure(error.reason);
    if (error.retryAt !== undefined) setRetryAt(error.retryAt);
    if (method !== "pin") return;
    setPin("");
    pinField.current?.focus();
  }

  function stopWaiting(): void {
    withdrawPasskeyQuestion();
    (pinField.current ?? passkeyButton.current)?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void give({ method: "pin", pin });
  }

  return (
    <>
      <p className="mt-1 text-sm text-pretty text-muted">{why}</p>
      <div className="mt-5 space-y-5">
        {failure ? <ConsentFailure reason={failure} /> : null}
        {choice ? (
          <CheckboxField
            label={choice.label}
            hint={choice.hint}
            defaultChecked
            onChange={({ target }) => choice.onChange(target.checked)}
          />
        ) : null}
        {hasPasskey ? (
          <Button
            ref={passkeyButton}
            icon={Fingerprint}
            pending={busy === "passkey"}
            autoFocus
            data-initial-focus
            onClick={() => void give({ method: "passkey" })}
            className="w-full"
          >
            {t(consentVerbs[verb].passkey)}
          </Button>
        ) : null}
        {isAsked ? <Waiting onStop={stopWaiting} /> : null}
        {hasPin && !online && failure !== PIN_OFFLINE ? (
          <ConsentFailure reason={PIN_OFFLINE} />
        ) : null}
        {hasPin && online ? (
          <form onSubmit={submit} className="space-y-3">
            <PinField
              label={hasPasskey ? t("Or with your PIN") : t("Your PIN")}
              ref={pinField}
              value={pin}
              onChange={setPin}
              autoFocus={!hasPasskey}
              data-initial-focus={!hasPasskey || undefined}
              hint={hintFor(pin, seconds, t)}
            />
            <Button
              type="submit"
              look={hasPasskey ? "secondary" : "primary"}
              pending={busy === "pin"}
              disabled={pin.length < MIN_DIGITS || seconds > 0}
              className="w-full"
            >
              {t(consentVerbs[verb].pin)}
            </Button>
          </form>
        ) : null}
      </div>
    </>
  );
}

/** Some passkey prompts never appear, and the browser waits two minutes for them. */
function Waiting({ onStop }: { onStop: () => void }) {
  const t = useTranslate();
  return (
    <div className="flex items-center justify-between gap-4 text-sm text-muted">
      <p role="status">{t("Waiting for your passkey.")}</p>
      <Button look="secondary" size="small" onClick={onStop}>
        {t("Stop waiting")}
      </Button>
    </div>
  );
}

function ConsentFailure({ reason }: { reason: WalletFailure }) {
  const { title, remedy } = describeFailure(reason, useTranslate());
  return (
    <Callout tone="alarm" title={title}>
      <p className="text-muted">{remedy}</p>
    </Callout>
  );
}

const PIN_OFFLINE = "pin_needs_service";

const MIN_DIGITS = 6;

/** Why the button cannot be pressed yet. */
function hintFor(pin: string, seconds: number, t: Translate): string | undefined {
  if (seconds > 0) return t("You can try again in {wait}.", { wait: formatWait(seconds) });
  return pin !== "" && pin.length < MIN_DIGITS ? t("A PIN has at least 6 digits.") : undefined;
}

function formatWait(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
