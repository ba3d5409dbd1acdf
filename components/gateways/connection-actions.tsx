"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { providerTitle } from "#lib/gateways/contract-providers.ts";
import {
  type ListedConnection,
  type TestedConnection,
  useRemoveConnection,
  useTestConnection,
} from "./use-connections.ts";

type ConnectionActionsProps = { connection: ListedConnection; onReplace: () => void };

/** Test it, replace its credentials, remove it. */
export function ConnectionActions({ connection, onReplace }: ConnectionActionsProps) {
  const { gateway, provider } = connection;
  const [removing, setRemoving] = useState(false);
  const test = useTestConnection(gateway);
  const remove = useRemoveConnection(gateway);
  const label = providerTitle(provider);

  function confirmRemoval() {
    remove.mutate(undefined, {
      onSuccess: () => {
        setRemoving(false);
        toast.success(`${label} is disconnected`);
      },
    });
  }
  return (
    <div className="mt-5 space-y-4">
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" pending={test.isPending} onClick={() => test.mutate()}>
          Test
        </Button>
        <Button look="secondary" onClick={onReplace}>
          Replace
        </Button>
        <Button look="ghost" className="text-alarm" onClick={() => setRemoving(true)}>
          Disconnect
        </Button>
      </div>
      <div role="status">{test.data ? <TestResult test={test.data} /> : null}</div>
      {test.error ? <Callout tone="alarm">{describeError(test.error)}</Callout> : null}
      <LazyConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={`Disconnect ${label}?`}
        confirmLabel="Disconnect"
        onConfirm={confirmRemoval}
        pending={remove.isPending}
        error={remove.error ? describeError(remove.error) : undefined}
      >
        <p>
          New payments no longer go through it. Payments that are waiting for {label} are completed
          with it; then its credentials are erased.
        </p>
      </LazyConfirmDialog>
    </div>
  );
}

function TestResult({ test: { provider, result, reason, currency } }: { test: TestedConnection }) {
  const label = providerTitle(provider);
  if (result === "ok") {
    return (
      <Callout tone="good">
        {label} accepts the saved credentials.
        {currency ? ` It takes payments in ${currency.toUpperCase()} only.` : null}
      </Callout>
    );
  }
  if (result === "unreachable") {
    return <Callout tone="warning">{label} did not answer in time. Try again.</Callout>;
  }
  return (
    <Callout tone="alarm">
      {label} refuses the saved credentials{reason ? ` (${reason})` : ""}. Replace them.
    </Callout>
  );
}
