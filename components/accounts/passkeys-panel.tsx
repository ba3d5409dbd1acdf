"use client";

import { useState } from "react";
import { FocusHere } from "#components/ui/focus-here.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { AddedPasskey } from "#lib/browser/passkeys.ts";
import { AddPasskey } from "./add-passkey.tsx";
import { PasskeyControls } from "./passkey-controls.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useRefreshSession } from "./use-own-account.ts";
import { type ListedPasskey, usePasskeys } from "./use-passkeys.ts";

/** On the page, not in a dialog: a stray click must not close the recovery codes. */
export function PasskeysPanel() {
  const [recoveryCodes, setRecoveryCodes] = useState<AddedPasskey["recoveryCodes"]>(null);
  const [hasSaved, setSaved] = useState(false);
  const refreshSession = useRefreshSession();
  function finish() {
    setRecoveryCodes(null);
    setSaved(true);
  }
  return (
    <Panel
      title="Passkeys"
      description="Sign in with your finger, face, or device PIN instead of the password. A passkey is a second factor as well."
      flush={recoveryCodes === null}
    >
      {recoveryCodes ? (
        <RecoveryCodes recoveryCodes={recoveryCodes} onDone={finish} />
      ) : (
        <>
          {hasSaved ? (
            <FocusHere>
              <PasskeyTable />
            </FocusHere>
          ) : (
            <PasskeyTable />
          )}
          <div className="border-t border-dashed border-line px-4 py-4 md:px-5">
            <AddPasskey
              onAdded={(added) => {
                setRecoveryCodes(added.recoveryCodes);
                void refreshSession();
              }}
            />
          </div>
        </>
      )}
    </Panel>
  );
}

function PasskeyTable() {
  const { data: passkeys, error, isPending, isFetching, refetch } = usePasskeys();
  if (error) return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  if (isPending) return <SkeletonRows label="Loading the passkeys" rows={1} />;
  if (passkeys.length === 0) {
    return (
      <p className="px-4 py-4 text-sm text-muted text-pretty md:px-5">
        You have no passkey yet. It cannot be guessed, and no fake page can ask you for it.
      </p>
    );
  }
  return <Table label="Passkeys" columns={columns} rows={passkeys} rowKey={({ id }) => id} />;
}

const columns: Column<ListedPasskey>[] = [
  {
    id: "name",
    stored: "passkey.name",
    title: "Name",
    cell: ({ name, backedUp }) => (
      <span className="block">
        <span className="font-medium wrap-anywhere">{name}</span>
        {backedUp ? <span className="ml-2 text-muted text-xs">Synced</span> : null}
      </span>
    ),
  },
  {
    id: "added",
    stored: "passkey.created_at",
    title: "Added",
    phone: "hidden",
    cell: (row) => <Time at={row.createdAt} />,
  },
  {
    id: "used",
    stored: "passkey.last_used_at",
    title: "Last used",
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <Time at={lastUsedAt} /> : <span className="text-muted">Never</span>,
  },
  {
    id: "actions",
    title: "Actions",
    numeric: true,
    phone: "plain",
    cell: (passkey) => <PasskeyControls passkey={passkey} />,
  },
];
