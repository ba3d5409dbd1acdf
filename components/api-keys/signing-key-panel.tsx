"use client";

import { FilePen, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { useEnvironment } from "#components/console/environment.tsx";
import { RoleNotice } from "#components/console/role-notice.tsx";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { type ListedSigningKey, useRemoveSigningKey, useSigningKeys } from "./use-signing-keys.ts";

/** For organizations that make payments: the keys they sign receipts with. */
export function SigningKeyPanel() {
  const { environment } = useEnvironment();
  const [adding, setAdding] = useState(false);
  const noticeId = useId();
  const mayAdd = useMay("developer");
  const add = (
    <Button
      look="secondary"
      icon={Plus}
      disabled={!mayAdd}
      aria-describedby={mayAdd ? undefined : noticeId}
      onClick={() => setAdding(true)}
    >
      Add a key
    </Button>
  );
  return (
    <Panel
      title="Signing keys"
      description={`For ${environment} only: public keys whose signature on a receipt proves that it is yours. The service does not verify signatures yet and refuses payments that carry one; keys added here will be used once it does.`}
      actions={add}
      flush
    >
      <div className="empty:hidden px-4 pt-4 md:px-5">
        <RoleNotice id={noticeId}>Adding and removing signing keys</RoleNotice>
      </div>
      <SigningKeys noticeId={noticeId} />
      {adding ? <AddSigningKeyDialog onClose={() => setAdding(false)} /> : null}
    </Panel>
  );
}

function SigningKeys({ noticeId }: { noticeId: string }) {
  const { data: signingKeys, error, isPending, isFetching, refetch } = useSigningKeys();
  if (error) return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  if (isPending) return <SkeletonRows label="Loading the signing keys" rows={2} />;
  if (signingKeys.length === 0) {
    return (
      <EmptyState icon={FilePen} title="No signing keys yet">
        Generate a pair with your own tools, keep the private key, and add the public one.
      </EmptyState>
    );
  }
  return <SigningKeyTable signingKeys={signingKeys} noticeId={noticeId} />;
}

/** Open while it is rendered. */
function AddSigningKeyDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add a signing key"
      description="The public half of a pair for ES256 (P-256) or EdDSA (Ed25519)."
    >
      <SigningKeyForm onDone={onClose} />
    </Dialog>
  );
}

// Most visits add nothing, so the form is loaded on demand.
const SigningKeyForm = dynamic(
  () => import("./signing-key-form.tsx").then((file) => file.SigningKeyForm),
  { loading: () => <SkeletonRows label="Loading the form" rows={5} /> },
);

type Row = { signingKey: ListedSigningKey; noticeId: string };

type SigningKeyTableProps = { signingKeys: readonly ListedSigningKey[]; noticeId: string };

function SigningKeyTable({ signingKeys, noticeId }: SigningKeyTableProps) {
  return (
    <Table
      label="Signing keys"
      columns={columns}
      rows={signingKeys.map((signingKey) => ({ signingKey, noticeId }))}
      rowKey={({ signingKey }) => signingKey.id}
    />
  );
}

const columns: Column<Row>[] = [
  {
    id: "name",
    title: "Name",
    cell: ({ signingKey }) => <span className="font-medium wrap-anywhere">{signingKey.name}</span>,
  },
  {
    id: "kid",
    title: "Key id (kid)",
    cell: ({ signingKey: { kid } }) => (
      <span className="flex items-center gap-1">
        <code className="font-mono text-xs" title={kid}>
          {kid.slice(0, 12)}…
        </code>
        <CopyButton text={kid} label="key id" />
      </span>
    ),
  },
  { id: "algorithm", title: "Algorithm", cell: ({ signingKey }) => signingKey.algorithm },
  {
    id: "public",
    title: "Public key",
    cell: ({ signingKey }) => (
      <CopyButton text={signingKey.publicKey} label={`public key of ${signingKey.name}`}>
        Copy
      </CopyButton>
    ),
  },
  { id: "added", title: "Added", cell: ({ signingKey }) => <Time at={signingKey.createdAt} /> },
  {
    id: "actions",
    title: "Actions",
    numeric: true,
    cell: (row) => <RemoveSigningKey {...row} />,
  },
];

type RemoveSigningKeyProps = { signingKey: ListedSigningKey; noticeId: string };

function RemoveSigningKey({ signingKey, noticeId }: RemoveSigningKeyProps) {
  const [asking, setAsking] = useState(false);
  const mayRemove = useMay("developer");
  const remove = useRemoveSigningKey(signingKey);
  function ask(open: boolean) {
    remove.reset();
    setAsking(open);
  }
  return (
    <>
      <Button
        look="ghost"
        size="small"
        className="text-alarm max-md:-ml-2.5 md:-mr-2.5"
        aria-label={`Remove ${signingKey.name}`}
        aria-describedby={mayRemove ? undefined : noticeId}
        disabled={!mayRemove}
        onClick={() => ask(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={`Remove ${signingKey.name}?`}
        confirmLabel="Remove"
        onConfirm={() => remove.mutate()}
        pending={remove.isPending || remove.isSuccess}
        error={remove.error ? describeError(remove.error) : undefined}
      >
        <p>
          The service no longer accepts signatures made with this key. You can add it again later.
        </p>
      </ConfirmDialog>
    </>
  );
}
