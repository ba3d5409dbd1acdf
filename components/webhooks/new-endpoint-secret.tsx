"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogActions } from "#components/ui/dialog-actions.tsx";
import { Time } from "#components/ui/time.tsx";
import { runReceiver } from "./verify-panel.tsx";

type NewEndpointSecretProps = {
  secret: string;
  url: string;
  /** After a rotation: until when the secret before signs, too. */
  previousSecretUntil?: string;
  onDone: () => void;
};

/** The only time a secret is shown: closing it by accident takes two tries. */
export function NewEndpointSecret(props: NewEndpointSecretProps) {
  const { secret, url, previousSecretUntil, onDone } = props;
  const [warned, setWarned] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={() => (warned ? onDone() : setWarned(true))}
      width="wide"
      title="Copy the signing secret now"
      description="It is shown only once, and is stored encrypted."
    >
      <div className="space-y-5">
        <CopyField label="Signing secret" value={secret} stored="webhook_endpoint.secret" />
        {previousSecretUntil ? (
          <p className="text-sm text-pretty">
            Until <Time at={previousSecretUntil} as="exact" />, each delivery is signed with the old
            secret as well, so that you can replace it without losing one.
          </p>
        ) : null}
        <div className="space-y-2">
          <p className="text-sm text-pretty">
            To try it, run the program that the endpoint’s page has below “How to verify a
            delivery”, and send a test event there.
          </p>
          <CodeBlock label="Shell" code={runReceiver(secret, url)} />
        </div>
      </div>
      <DialogActions>
        {/* Beside the button: above, it may be out of sight. */}
        <div role="alert" className="min-w-0 text-sm text-pretty md:mr-auto md:self-center">
          {warned ? (
            <>
              <span className="font-medium">Is the secret in a safe place?</span> Once this is
              closed, it is gone. If you lose it, rotate the secret.
            </>
          ) : null}
        </div>
        <Button className="shrink-0" onClick={onDone}>
          I have copied it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
