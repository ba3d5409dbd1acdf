"use client";

import { CopyButton } from "#components/ui/copy-button.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { SigningKeyResource } from "#lib/contract/signing-keys.ts";
import { RemoveSigningKey } from "./remove-signing-key.tsx";

type Row = { signingKey: SigningKeyResource; noticeId: string };

type SigningKeyTableProps = { signingKeys: readonly SigningKeyResource[]; noticeId: string };

export function SigningKeyTable({ signingKeys, noticeId }: SigningKeyTableProps) {
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
