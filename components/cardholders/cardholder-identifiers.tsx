"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { LazyConfirmDialog, LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { failureOf } from "#lib/browser/query-client.ts";
import { identifierNames } from "./identifier-names.ts";
import { type ListedIdentifier, useEndIdentifier, useIdentifiers } from "./use-identifiers.ts";

// Most visits add nothing.
const AddIdentifier = loadedLater(
  async () => (await import("./add-identifier.tsx")).AddIdentifier,
  { waiting: <SkeletonRows label="Loading the form" rows={4} bare /> },
);

/** What leads receipts to the cardholder: kinds and times, never a value. */
export function CardholderIdentifiers({ userId }: { userId: string }) {
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<ListedIdentifier>();
  const [mayAdd, mayEnd] = [useMay("developer"), useMay("support")];
  return (
    <Panel
      title="Identifiers"
      description="Receipts arrive by any of them. Only kinds and dates are shown: the service stores a keyed hash of each, never the value itself."
      flush
      actions={
        mayAdd ? (
          <Button look="secondary" size="small" icon={Plus} onClick={() => setAdding(true)}>
            Add identifier
          </Button>
        ) : null
      }
    >
      <IdentifierRows userId={userId} onEnd={mayEnd ? setEnding : undefined} />
      <LazyDialog
        open={isAdding}
        onOpenChange={setAdding}
        title="Add an identifier"
        description="You vouch that it is this cardholder’s, as you do for a card."
      >
        <AddIdentifier userId={userId} onDone={() => setAdding(false)} />
      </LazyDialog>
      <EndDialog userId={userId} ending={ending} onDone={() => setEnding(undefined)} />
    </Panel>
  );
}

type IdentifierRowsProps = {
  userId: string;
  onEnd: ((identifier: ListedIdentifier) => void) | undefined;
};

function IdentifierRows({ userId, onEnd }: IdentifierRowsProps) {
  const query = useIdentifiers(userId);
  const failure = failureOf(query);
  if (failure) {
    return (
      <ErrorState error={failure} retry={() => void query.refetch()} retrying={query.isFetching} />
    );
  }
  if (!query.data) return <SkeletonRows label="Loading the identifiers" rows={2} />;
  return (
    <Table
      label="Identifiers"
      rows={query.data.identifiers}
      columns={[...columns, ...(onEnd ? [endColumn({ userId, onEnd })] : [])]}
      rowKey={({ identifierId }) => identifierId}
    />
  );
}

const columns: Column<ListedIdentifier>[] = [
  {
    id: "kind",
    stored: "cardholder_identifier.kind",
    title: "Kind",
    cell: ({ kind }) => identifierNames[kind],
  },
  {
    id: "delivered",
    title: "From escrow",
    numeric: true,
    cell: ({ kind, deliveredReceipts }) =>
      kind === "reference" ? (
        <span className="text-muted">never</span>
      ) : (
        deliveredReceipts.toLocaleString("en-US")
      ),
  },
  {
    id: "since",
    title: "Since",
    numeric: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

type EndColumnProps = { userId: string; onEnd: (identifier: ListedIdentifier) => void };

function endColumn({ userId, onEnd }: EndColumnProps): Column<ListedIdentifier> {
  return {
    id: "end",
    title: "Action",
    numeric: true,
    phone: "end",
    cell: (identifier) =>
      isOfRegistration(identifier, userId) ? (
        <span className="text-muted">of the registration</span>
      ) : (
        <Button
          look="ghost"
          size="small"
          aria-label={`End: ${identifierNames[identifier.kind]}`}
          onClick={() => onEnd(identifier)}
        >
          End
        </Button>
      ),
  };
}

/** Its id has the part after the prefix in common with the user's. It ends only with the cardholder. */
function isOfRegistration({ identifierId }: ListedIdentifier, userId: string): boolean {
  return identifierId.replace(/^idt_/, "") === userId.replace(/^usr_/, "");
}

type EndDialogProps = {
  userId: string;
  ending: ListedIdentifier | undefined;
  onDone: () => void;
};

function EndDialog({ userId, ending, onDone }: EndDialogProps) {
  const end = useEndIdentifier(userId);
  // The words stay while the dialog closes.
  const [shown, setShown] = useState(ending);
  if (ending && ending !== shown) setShown(ending);
  const name = shown ? identifierNames[shown.kind].toLowerCase() : "";
  return (
    <LazyConfirmDialog
      open={ending !== undefined}
      onOpenChange={() => {
        end.reset();
        onDone();
      }}
      title={`End this ${name}?`}
      confirmLabel="End it"
      onConfirm={() =>
        ending &&
        end.mutate(ending.identifierId, {
          onSuccess: () => {
            toast.success("The identifier is ended");
            onDone();
          },
        })
      }
      pending={end.isPending}
      error={end.error ? describeError(end.error) : undefined}
    >
      <p>
        {shown?.kind === "reference"
          ? "The cardholder can no longer be found by it. Nothing changes for their receipts."
          : "New receipts no longer reach the cardholder by it. Those that have arrived stay. It can be registered again, here or elsewhere."}
      </p>
    </LazyConfirmDialog>
  );
}
