import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { PlainSentence } from "#lib/languages/translate.ts";
import { isStrongPin } from "#lib/wallet/pin.ts";
import { PinField } from "./pin-field.tsx";

type NewPinProps = {
  label: string;
  /** After the rule for PINs. */
  hint: string;
  isPending: boolean;
  /** Whether the field takes the focus, because the cardholder has just chosen to use a PIN. */
  autoFocus?: boolean;
  /** Calls `done` once the PIN is set, which clears the fields. */
  onChoose: (pin: string, done: () => void) => void;
  /** Of the button. */
  children: string;
} & Pick<ComponentProps<typeof Button>, "look" | "icon" | "className">;

const MIN_DIGITS = 6;
const RULE: PlainSentence = "6 to 12 digits, not all the same or in a row.";

/** A new PIN, typed twice: a typo would lock its owner out. */
export function NewPin({
  label,
  hint,
  isPending,
  autoFocus = false,
  onChoose,
  ...button
}: NewPinProps) {
  const t = useTranslate();
  const [pin, setPin] = useState("");
  const [again, setAgain] = useState("");
  const isStrong = isStrongPin(pin);
  const isWeak = pin.length >= MIN_DIGITS && !isStrong;
  const missing = pin === "" ? 0 : MIN_DIGITS - pin.length;
  const differs = again.length >= pin.length && again !== pin;
  const submitButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // On a phone, what is asked for next is below the first field and its keyboard.
    if (isStrong) submitButton.current?.scrollIntoView({ block: "nearest" });
  }, [isStrong]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isStrong || again !== pin) return;
    onChoose(pin, () => {
      setPin("");
      setAgain("");
    });
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      {/* As tall with a hint as with an error: nothing below moves while it is typed. */}
      <div className="min-h-29 md:min-h-27">
        <PinField
          label={label}
          hint={
            isWeak
              ? undefined
              : missing > 0
                ? t.count(missing, "1 more digit needed.", "{count} more digits needed.")
                : `${t(RULE)} ${hint}`
          }
          autoFocus={autoFocus}
          error={isWeak ? t("Too easy to guess: all the same, or in a row.") : undefined}
          value={pin}
          onChange={setPin}
        />
      </div>
      <div className="min-h-24 md:min-h-22">
        <PinField
          label={t("The same PIN again")}
          error={pin !== "" && differs ? t("The two PINs differ.") : undefined}
          value={again}
          onChange={setAgain}
        />
      </div>
      <Button
        type="submit"
        pending={isPending}
        disabled={!isStrong || again !== pin}
        ref={submitButton}
        {...button}
        className={`scroll-mb-24 ${button.className ?? ""}`}
      />
    </form>
  );
}
