"use client";

import { Smartphone } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { readIdentifier } from "#lib/core/identifier-text.ts";
import { PickedBar } from "./picked-bar.tsx";

type TypedPhoneNumberProps = {
  isPicked: boolean;
  onPick: (number: string) => Promise<void>;
  onForget: () => void;
};

/** For a receipt whose card is in no wallet. The number is cleared from the page once it is hashed. */
export function TypedPhoneNumber({ isPicked, onPick, onForget }: TypedPhoneNumberProps) {
  const [typed, setTyped] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const read = readIdentifier("phone", typed);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (read.state === "wrong") return setSubmitted(true);
    setTyped("");
    setSubmitted(false);
    void onPick(read.text);
  }
  if (isPicked) {
    return (
      <PickedBar onForget={onForget}>
        <Smartphone aria-hidden="true" className="size-5" strokeWidth={1.5} />
        <span>A phone number</span>
      </PickedBar>
    );
  }
  return (
    // Without a name, no form ever submits the field.
    <form onSubmit={submit} noValidate className="max-w-lg space-y-3">
      <TextField
        label="Phone number"
        mono
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="+1 212 555 0143"
        value={typed}
        error={isSubmitted && read.state === "wrong" ? read.reason : undefined}
        hint="With a plus sign and the country code. The receipt goes to the wallet that has registered it."
        onChange={({ target }) => {
          setSubmitted(false);
          setTyped(target.value);
        }}
      />
      <Button type="submit" look="secondary">
        Use this number
      </Button>
    </form>
  );
}
