"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogActions } from "#components/ui/dialog-actions.tsx";
import type { Environment } from "#lib/core/vocabulary.ts";
import { firstCall } from "./first-call.ts";
import type { ApiKeyWithSecret } from "./use-api-keys.ts";

type NewSecretProps = {
  created: ApiKeyWithSecret;
  environment: Environment;
  /** What happens to the old key, after a roll. */
  note?: string;
  onDone: () => void;
};

/** The only time a key is shown: closing it by accident takes two tries. */
export function NewSecret({ created, environment, note, onDone }: NewSecretProps) {
  const [warned, setWarned] = useState(false);
  const { apiKey, secret } = created;
  const { origin } = window.location;
  const { about, curl } = firstCall({ apiKey, secret, environment, origin });
  return (
    <Dialog
      open
      onOpenChange={() => (warned ? onDone() : setWarned(true))}
      width="wide"
      title="Copy the key now"
      description="It is shown only once. Only its hash is stored, so it cannot be shown again."
    >
      <div className="space-y-5">
        {warned ? (
          <div role="alert">
            <Callout tone="warning" title="Is the key in a safe place?">
              Once this is closed, it is gone. If you lose it, roll the key or create another.
            </Callout>
          </div>
        ) : null}
        <CopyField label={`API key “${apiKey.name}”`} value={secret} stored="api_key.secret_hash" />
        {note ? <p className="text-sm text-pretty">{note}</p> : null}
        <div className="space-y-2">
          <p className="text-sm font-medium">Try it</p>
          <p className="text-sm text-muted text-pretty">{about}</p>
          <CodeBlock label="curl" code={curl} />
        </div>
      </div>
      <DialogActions>
        <Button onClick={onDone}>I have copied it</Button>
      </DialogActions>
    </Dialog>
  );
}
