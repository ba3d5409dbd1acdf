import { type ComponentProps, type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { isStrongPin } from "#lib/wallet/pin.ts";
import { PinField } from "./pin-field.tsx";

type NewPinProps = {
  label: string;
  hint: string;
  isPending: boolean;
  /** Calls `done` once the PIN is set: nothing typed stays on the page. */
  onChoose: (pin: string, done: () => void) => void;
  /** Of the button. */
  children: string;
} & Pick<ComponentProps<typeof Button>, "look" | "icon" | "className">;

/** A new PIN, typed twice: a typo would lock its owner out. */
export function NewPin({ label, hint, isPending, onChoose, ...button }: NewPinProps) {
  const [pin, setPin] = useState("");
  const [again, setAgain] = useState("");
  const isWeak = pin.length >= 6 && !isStrongPin(pin);
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
        hint={hint}
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
