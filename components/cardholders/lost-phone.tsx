"use client";

import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { DialogActions } from "#components/ui/dialog-actions.tsx";
import { useDialogHold } from "#components/ui/dialog-hold.ts";
import { FocusHere } from "#components/ui/focus-here.tsx";
import { InSight } from "#components/ui/in-sight.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { ComparePhone } from "./compare-phone.tsx";
import type { ShownCardholder } from "./use-cardholders.ts";
import { type FoundPairing, useFindPairing } from "./use-lost-phone.ts";

type LostPhoneProps = { cardholder: ShownCardholder; onDone: () => void };

/** Lets the new phone of a cardholder, who is on the line or at the counter, take the place of the lost one. */
export function LostPhone({ cardholder, onDone }: LostPhoneProps) {
  const [found, setFound] = useState<FoundPairing>();
  const [isDenied, setDenied] = useState(false);
  if (!found) {
    return (
      <CodeStep
        isDenied={isDenied}
        onFound={(pairing) => {
          setDenied(false);
          setFound(pairing);
        }}
        onCancel={onDone}
      />
    );
  }
  return (
    <FocusHere>
      <ComparePhone
        cardholder={cardholder}
        pairing={found}
        onReplaced={() => {
          toast.success("The new phone opens receipts from now on");
          onDone();
        }}
        onDenied={() => {
          setFound(undefined);
          setDenied(true);
        }}
        onCancel={onDone}
      />
    </FocusHere>
  );
}

type CodeStepProps = {
  /** The code before this one, because the words were not the same. */
  isDenied: boolean;
  onFound: (pairing: FoundPairing) => void;
  onCancel: () => void;
};

function CodeStep({ isDenied, onFound, onCancel }: CodeStepProps) {
  const [typed, setTyped] = useState("");
  const { mutate, error, isPending, reset } = useFindPairing();
  const { atFields, elsewhere } = sortRefusal(error, ["userCode"]);
  useDialogHold(isPending);

  function submit(event: FormEvent) {
    event.preventDefault();
    mutate(typed, { onSuccess: onFound });
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {isDenied ? (
        <Callout tone="warning" title="The code is refused, and nothing has changed">
          <p>
            Make sure that you speak to the cardholder. Their phone can begin again and show another
            code.
          </p>
        </Callout>
      ) : null}
      <ol className="list-decimal space-y-1.5 pl-5 text-sm text-pretty">
        <li>Make sure that you speak to the cardholder, as your bank requires.</li>
        <li>
          On the new phone, they open the wallet and choose{" "}
          <span className="font-medium">Lost the old phone? Show this to your bank</span>.
        </li>
        <li>They tell you the code that it shows, or you scan it.</li>
      </ol>
      <TextField
        label="Code on the new phone"
        hint="Eight letters, such as WDJB-MJHT, valid for ten minutes. A code scanner types them here."
        mono
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        readOnly={isPending}
        value={typed}
        error={atFields.userCode}
        onChange={({ target }) => {
          reset();
          setTyped(target.value);
        }}
      />
      {elsewhere ? (
        <InSight>
          <Callout tone="alarm">{elsewhere}</Callout>
        </InSight>
      ) : null}
      <DialogActions>
        <Button look="secondary" disabled={isPending} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending}>
          Continue
        </Button>
      </DialogActions>
    </form>
  );
}
