import { type ComponentProps, type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { isStrongPin } from "#lib/wallet/pin.ts";
import { PinField } from "./pin-field.tsx";

type NewPinProps = {
  label: string;
  hint: string;
  isPending: boolean;
  /** Whether the field takes the focus: somebody has just chosen this way. */
  autoFocus?: boolean;
  /** Calls `done` once the PIN is set: nothing typed stays on the page. */
  onChoose: (pin: string, done: () => void) => void;
  /** Of the button. */
  children: string;
} & Pick<ComponentProps<typeof Button>, "look" | "icon" | "className">;

const MIN_DIGITS = 6;

/** A new PIN, typed twice: a typo would lock its owner out. */
export function NewPin({
  label,
  hint,
  isPending,
  autoFocus = false,
  onChoose,
  ...button
}: NewPinProps) {
  const [pin, setPin] = useState("");
  const [again, setAgain] = useState("");
  const isWeak = pin.length >= MIN_DIGITS && !isStrongPin(pin);
  const missing = pin === "" ? 0 : MIN_DIGITS - pin.length;
  const differs = again.length >= pin.length && again !== pin;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isStrongPin(pin) || again !== pin) return;
    onChoose(pin, () => {
      setPin("");
      setAgain("");
    });
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <PinField
        label={label}
        hint={missing > 0 ? `${missing} more ${missing === 1 ? "digit" : "digits"} needed.` : hint}
        autoFocus={autoFocus}
        error={isWeak ? "Repeated or sequential digits are too easy to guess." : undefined}
        value={pin}
        onChange={setPin}
        isNew
      />
      <PinField
        label="The same PIN again"
        error={pin !== "" && differs ? "The two PINs differ." : undefined}
        value={again}
        onChange={setAgain}
        isNew
      />
      <Button
        type="submit"
        pending={isPending}
        disabled={!isStrongPin(pin) || again !== pin}
        {...button}
      />
    </form>
  );
}
