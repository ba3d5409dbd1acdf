"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { providerTitle } from "#lib/gateways/contract-titles.ts";
import {
  type ListedConnection,
  type TestedConnection,
  useRemoveConnection,
  useTestConnection,
} from "./use-connections.ts";

type ConnectionActionsProps = {
  connection: ListedConnection;
  /** Id of the text that says why the buttons are disabled; undefined if they are not. */
  disabledBy: string | undefined;
  onReplace: () => void;
};

/** Test it, replace its credentials, remove it. */
export function ConnectionActions(props: ConnectionActionsProps) {
  const { connection, disabledBy, onReplace } = props;
  const { gateway, provider } = connection;
  const disabled = { disabled: disabledBy !== undefined, "aria-describedby": disabledBy };
  const [removing, setRemoving] = useState(false);
  const test = useTestConnection(connection);
  const remove = useRemoveConnection(gateway);
  const label = providerTitle(provider);

  function ask(open: boolean) {
    remove.reset();
    setRemoving(open);
  }
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
        <Button {...disabled} look="secondary" pending={test.isPending} onClick={test.start}>
          Test
        </Button>
        <Button {...disabled} look="secondary" onClick={onReplace}>
          Replace
        </Button>
        <Button {...disabled} look="ghost" className="text-alarm" onClick={() => ask(true)}>
          Disconnect
        </Button>
      </div>
      <div role="status">{test.result ? <TestResult test={test.result} /> : null}</div>
      <ErrorCallout error={test.error} />
      <LazyConfirmDialog
        open={removing}
        onOpenChange={ask}
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
