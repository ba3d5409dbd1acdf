"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogActions } from "#components/ui/dialog-actions.tsx";
import { Time } from "#components/ui/time.tsx";

type NewEndpointSecretProps = {
  secret: string;
  /** After a rotation: until when the secret before signs, too. */
  previousSecretUntil?: string;
  /** A program that verifies a delivery. */
  receiver: string;
  onDone: () => void;
};

/** The only time a secret is shown: closing it by accident takes two tries. */
export function NewEndpointSecret(props: NewEndpointSecretProps) {
  const { secret, previousSecretUntil, receiver, onDone } = props;
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
        {warned ? (
          <div role="alert">
            <Callout tone="warning" title="Is the secret in a safe place?">
              Once this is closed, it is gone. If you lose it, rotate the secret.
            </Callout>
          </div>
        ) : null}
        <CopyField label="Signing secret" value={secret} />
        {previousSecretUntil ? (
          <p className="text-sm text-pretty">
            Until <Time at={previousSecretUntil} as="exact" />, each delivery is signed with the old
            secret as well, so that you can replace it without losing one.
          </p>
        ) : null}
        <div className="space-y-2">
          <p className="text-sm font-medium">How to verify a delivery</p>
          <p className="text-sm text-muted text-pretty">
            Deliveries are signed as Standard Webhooks describes: <Code>webhook-signature</Code> is
            an HMAC-SHA-256 over <Code>webhook-id</Code>, <Code>webhook-timestamp</Code>, and the
            raw body. Its libraries check it, and{" "}
            <a
              href={VERIFYING}
              target="_blank"
              rel="noopener"
              className="text-pine underline underline-offset-4"
            >
              the reference
            </a>{" "}
            explains it.
          </p>
          <CodeBlock label="receiver.mjs, for Node.js" code={receiver} />
          <CodeBlock label="Shell" code={`WEBHOOK_SECRET="${secret}" node receiver.mjs`} />
        </div>
      </div>
      <DialogActions>
        <Button onClick={onDone}>I have copied it</Button>
      </DialogActions>
    </Dialog>
  );
}

const VERIFYING = "/reference#verifying-a-webhook";

function Code({ children }: { children: string }) {
  return <code className="font-mono text-xs">{children}</code>;
}
