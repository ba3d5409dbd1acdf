"use client";

import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { CheckboxField } from "#components/ui/checkbox-field.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogForm } from "#components/ui/form.tsx";
import { useTimeSettings } from "#components/ui/time-settings.ts";
import { toZonedText } from "#components/ui/zoned-time.ts";
import { describeError } from "#lib/browser/describe-error.ts";
import { EVENT_DAYS } from "#lib/core/retention.ts";
import { endpointName } from "./endpoint-name.ts";
import { clampSince, readSince, SinceField } from "./since-field.tsx";
import { type Endpoint, useEnableEndpoint } from "./use-endpoints.ts";

type EnableDialogProps = { endpoint: Endpoint; onDone: () => void };

/** Enables an endpoint, and sends what it missed if that is wanted. */
export function EnableDialog({ endpoint, onDone }: EnableDialogProps) {
  const { endpointId, failingSince, disabledAt, createdAt } = endpoint;
  const { timeZone } = useTimeSettings();
  const [isWanted, setWanted] = useState(true);
  const missedSince = failingSince ?? disabledAt ?? createdAt;
  const { at: from, isCut } = clampSince(Date.parse(missedSince));
  const [text, setText] = useState(() => toZonedText(from, timeZone));
  const enable = useEnableEndpoint(endpointId);
  const { at } = readSince(text, timeZone);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isWanted && at === undefined) return;
    const onSuccess = () => {
      toast.success("The endpoint is enabled");
      onDone();
    };
    enable.mutate(isWanted ? at : undefined, { onSuccess });
  }
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={`Enable ${endpointName(endpoint)}?`}
      description="It receives the events that happen from now on."
    >
      <DialogForm
        onSubmit={submit}
        failure={enable.error ? describeError(enable.error) : undefined}
        submitLabel="Enable"
        pending={enable.isPending}
        onCancel={onDone}
      >
        <CheckboxField
          label="Send what it missed"
          hint="Events of its types that it has not answered with a status from 200 to 299 are sent once more, beside new ones."
          checked={isWanted}
          onChange={(event) => setWanted(event.target.checked)}
        />
        {isWanted ? <SinceField text={text} onChange={setText} /> : null}
        {isWanted && isCut ? (
          <p className="text-sm text-muted text-pretty">
            It has missed events for longer than the {EVENT_DAYS} days that they are kept: older
            ones are gone.
          </p>
        ) : null}
      </DialogForm>
    </Dialog>
  );
}
