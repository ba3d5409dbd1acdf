import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CheckboxField, ChoiceGroup } from "#components/ui/checkbox-field.tsx";
import { DialogActions } from "#components/ui/dialog-actions.tsx";
import { useDialogHold } from "#components/ui/dialog-hold.ts";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { InSight } from "#components/ui/in-sight.tsx";
import { Time } from "#components/ui/time.tsx";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { KeyFingerprint } from "./key-fingerprint.tsx";
import type { ShownCardholder } from "./use-cardholders.ts";
import { type FoundPairing, useDenyPairing, useReplacePhone } from "./use-lost-phone.ts";

type ComparePhoneProps = {
  cardholder: ShownCardholder;
  pairing: FoundPairing;
  onReplaced: () => void;
  onDenied: () => void;
  onCancel: () => void;
};

/** The words of the new phone, and which keys were on the lost one. */
export function ComparePhone({
  cardholder,
  pairing: { userCode, keyId, fingerprint },
  onReplaced,
  onDenied,
  onCancel,
}: ComparePhoneProps) {
  const active = cardholder.keys.filter(({ retiredAt }) => retiredAt === null);
  const [kept, setKept] = useState<readonly string[]>([]);
  const [isSame, setSame] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const replace = useReplacePhone(cardholder.userId);
  const deny = useDenyPairing();
  const { atFields, elsewhere } = sortRefusal(replace.error, ["lostKeyIds", "userCode", "keyId"]);
  const isBusy = replace.isPending || deny.isPending;
  const left = active.filter((key) => kept.includes(key.keyId));
  const problem = atFields.userCode ?? atFields.keyId;
  useDialogHold(isBusy);

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (!isSame) return;
    const lostKeyIds = active.map((key) => key.keyId).filter((id) => !kept.includes(id));
    replace.mutate({ userCode, keyId, lostKeyIds }, { onSuccess: onReplaced });
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      <div className="space-y-3 border border-dashed border-edge bg-copy px-3.5 py-3">
        <p className="text-sm">
          Ask the cardholder to read out the eight words on the new phone. The code belongs to the
          phone with these:
        </p>
        <KeyFingerprint words={fingerprint} large />
        <CheckboxField
          label="The cardholder read out the same words"
          checked={isSame}
          disabled={isBusy}
          error={
            isSubmitted && !isSame
              ? "Compare the words first, and check this once they are the same."
              : undefined
          }
          onChange={({ target }) => setSame(target.checked)}
        />
      </div>
      <ChoiceGroup
        label="Keys of the lost phone"
        hint="They are retired: nothing new is sealed to them. Uncheck the key of a device that the cardholder still has."
        error={atFields.lostKeyIds}
      >
        {active.map((key) => (
          <CheckboxField
            key={key.keyId}
            label={key.fingerprint.join(" ")}
            hint={
              <>
                {key.kind}, in use since <Time at={key.createdAt} as="exact" />
              </>
            }
            checked={!kept.includes(key.keyId)}
            disabled={isBusy}
            onChange={({ target }) =>
              setKept(target.checked ? kept.filter((id) => id !== key.keyId) : [...kept, key.keyId])
            }
          />
        ))}
      </ChoiceGroup>
      <PastReceipts cardholder={cardholder} devicesLeft={left.length} />
      {problem || elsewhere ? (
        <InSight>
          <Callout tone="alarm" title="The phone was not replaced">
            {problem ? `The code ${problem}.` : elsewhere}
          </Callout>
        </InSight>
      ) : null}
      <ErrorCallout error={deny.error} />
      <DialogActions>
        <Button look="secondary" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          look="secondary"
          pending={deny.isPending}
          disabled={replace.isPending}
          onClick={() => deny.mutate(userCode, { onSuccess: onDenied })}
        >
          The words differ
        </Button>
        <Button type="submit" pending={replace.isPending} disabled={deny.isPending}>
          Replace the phone
        </Button>
      </DialogActions>
    </form>
  );
}

type PastReceiptsProps = { cardholder: ShownCardholder; devicesLeft: number };

/** What the cardholder has to be told before it is done. */
function PastReceipts({ cardholder, devicesLeft }: PastReceiptsProps) {
  const { receipts, hasMoreReceipts } = cardholder;
  const count = `${receipts.toLocaleString("en-US")}${hasMoreReceipts ? " or more" : ""}`;
  return (
    <Callout
      tone="warning"
      title={
        receipts === 0 ? "There are no past receipts" : "Past receipts do not open on the new phone"
      }
    >
      {receipts === 0 ? null : (
        <p>
          {receipts === 1 && !hasMoreReceipts
            ? "The 1 receipt so far stays"
            : `The ${count} receipts so far stay`}{" "}
          sealed to earlier keys.{" "}
          {devicesLeft > 0
            ? "What the cardholder’s other device has received still opens there. The new phone needs a backup file for them."
            : "Only a backup file of the lost phone opens them: you cannot, and neither can this service."}
        </p>
      )}
      <p>
        Unused grants for the lost phone become void. End its sign-in to your app as well: that is
        not done here.
      </p>
    </Callout>
  );
}
