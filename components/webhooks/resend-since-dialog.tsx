"use client";

import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogForm } from "#components/ui/form.tsx";
import { useTimeSettings } from "#components/ui/time-settings.ts";
import { toZonedText } from "#components/ui/zoned-time.ts";
import { describeError } from "#lib/browser/describe-error.ts";
import { clampSince, readSince, SinceField } from "./since-field.tsx";
import { useResendSince } from "./use-deliveries.ts";
import type { Endpoint } from "./use-endpoints.ts";

type ResendSinceDialogProps = { endpoint: Endpoint; onDone: () => void };

/** Sends again what the endpoint has not accepted. */
export function ResendSinceDialog({ endpoint, onDone }: ResendSinceDialogProps) {
  const { endpointId, types, failingSince } = endpoint;
  const { timeZone } = useTimeSettings();
  const [text, setText] = useState(() => toZonedText(defaultSince(failingSince), timeZone));
  const resend = useResendSince(endpointId);
  const { at } = readSince(text, timeZone);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (at === undefined) return;
    const onSuccess = () => {
      toast.success("Resend started", {
        description: "What was delivered before is skipped; the rest appears in the log.",
      });
      onDone();
    };
    resend.mutate(at, { onSuccess });
  }
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title="Resend failed events"
      description="Each event is sent once more, in the background, beside new ones."
    >
      <DialogForm
        onSubmit={submit}
        failure={resend.error ? describeError(resend.error) : undefined}
        submitLabel="Resend"
        pending={resend.isPending}
        onCancel={onDone}
      >
        <SinceField text={text} onChange={setText} />
        <ul className="list-disc space-y-1 pl-5 text-sm text-muted text-pretty">
          <li>
            All events {types.length === 0 ? "" : "of its types "}since then that it has not
            accepted with a status from 200 to 299 are sent: those that failed, those that wait for
            a retry, and those that came while it was disabled.
          </li>
          <li>What was delivered is not sent again.</li>
          <li>Failures here do not count toward disabling the endpoint.</li>
        </ul>
      </DialogForm>
    </Dialog>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** When the failures began, or a day ago; milliseconds since 1970. */
function defaultSince(failingSince: string | null): number {
  return failingSince === null ? Date.now() - DAY_MS : clampSince(Date.parse(failingSince)).at;
}
