"use client";

import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogActions } from "#components/ui/dialog-actions.tsx";
import { useDialogHold } from "#components/ui/dialog-hold.ts";
import { InSight } from "#components/ui/in-sight.tsx";
import { useNow } from "#components/ui/relative-time.ts";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Environment } from "#lib/core/vocabulary.ts";
import { describeKeyFailure, type Grace, graceEnd, graces } from "./key-rules.ts";
import { NewSecret } from "./new-secret.tsx";
import { type ListedApiKey, useRollApiKey } from "./use-api-keys.ts";

type RollKeyDialogProps = { apiKey: ListedApiKey; environment: Environment; onDone: () => void };

/** Replaces a key with a new one, and states until when the old one works. */
export function RollKeyDialog({ apiKey, environment, onDone }: RollKeyDialogProps) {
  const [grace, setGrace] = useState<Grace>("1d");
  const roll = useRollApiKey(environment);
  if (roll.data) {
    const note = graces[grace].seconds === 0 ? "The old key no longer works." : graceNote;
    return <NewSecret created={roll.data} environment={environment} note={note} onDone={onDone} />;
  }
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={`Roll “${apiKey.name}”`}
      description="A new key replaces it, with the same name, scopes, addresses, and expiry."
    >
      <RollForm apiKey={apiKey} roll={roll} grace={grace} onGrace={setGrace} onCancel={onDone} />
    </Dialog>
  );
}

type RollFormProps = {
  apiKey: ListedApiKey;
  roll: ReturnType<typeof useRollApiKey>;
  grace: Grace;
  onGrace: (grace: Grace) => void;
  onCancel: () => void;
};

function RollForm({ apiKey, roll, grace, onGrace, onCancel }: RollFormProps) {
  useDialogHold(roll.isPending);
  function submit(event: FormEvent) {
    event.preventDefault();
    roll.mutate({ apiKeyId: apiKey.id, graceSeconds: graces[grace].seconds });
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <div className="space-y-1.5">
        <p className="text-sm font-medium">How long the old key keeps working</p>
        <SegmentedControl
          label="How long the old key keeps working"
          options={Object.entries(graces).map(([value, { label }]) => ({
            value: value as Grace,
            label,
          }))}
          value={grace}
          onChange={onGrace}
        />
      </div>
      <GraceSentence apiKey={apiKey} grace={grace} />
      {roll.error ? (
        <InSight>
          <Callout tone="alarm">{describeKeyFailure(roll.error)}</Callout>
        </InSight>
      ) : null}
      <DialogActions>
        <Button look="secondary" disabled={roll.isPending} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={roll.isPending}>
          Roll the key
        </Button>
      </DialogActions>
    </form>
  );
}

const graceNote = "The old key keeps working for its grace period. Replace it with the new one.";

function GraceSentence({ apiKey, grace }: { apiKey: ListedApiKey; grace: Grace }) {
  const now = useNow();
  if (graces[grace].seconds === 0) {
    return (
      <Callout tone="warning">
        The old key is refused from now on. Whatever still uses it gets 401 until it has the new
        one.
      </Callout>
    );
  }
  const { at, isOwn } = graceEnd(apiKey.expiresAt, grace, now);
  return (
    <Callout>
      {isOwn ? "The old key’s own expiry is sooner: it works until " : "Both keys work until "}
      <Time at={at} as="exact" />.
    </Callout>
  );
}
