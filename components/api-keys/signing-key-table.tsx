import { CircleCheck, CircleSlash } from "lucide-react";
import { useState } from "react";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import {
  type ListedSigningKey,
  type SigningKeys,
  useRetireSigningKey,
} from "./use-signing-keys.ts";

type SigningKeyTableProps = SigningKeys & { noticeId: string };

type Row = {
  signingKey: ListedSigningKey;
  /** Whether payments are refused once it is retired. */
  isNeeded: boolean;
  noticeId: string;
};

/** The active keys, and below them the retired ones. */
export function SigningKeyTable({ signingKeys, required, noticeId }: SigningKeyTableProps) {
  const active = signingKeys.filter(({ retiredAt }) => retiredAt === null);
  const isNeeded = required && active.length === 1;
  return (
    <Table
      label="Signing keys"
      columns={columns}
      rows={signingKeys.map((signingKey) => ({ signingKey, isNeeded, noticeId }))}
      rowKey={({ signingKey }) => signingKey.id}
    />
  );
}

const active = { word: "Active", color: "text-pine", icon: CircleCheck };
const retired = { word: "Retired", color: "text-expired", icon: CircleSlash };

const columns: Column<Row>[] = [
  {
    id: "name",
    stored: "signing_key.name",
    title: "Name",
    cell: ({ signingKey }) => <span className="font-medium wrap-anywhere">{signingKey.name}</span>,
  },
  {
    id: "status",
    title: "Status",
    phone: "end",
    cell: ({ signingKey: { provenAt, retiredAt } }) =>
      retiredAt === null ? (
        <span>
          <StatusMark look={active} />
          {provenAt === null ? (
            <span className="block text-xs text-muted">Registered without proof</span>
          ) : null}
        </span>
      ) : (
        <span>
          <StatusMark look={retired} />
          <span className="block text-xs text-muted">
            <Time at={retiredAt} />
          </span>
        </span>
      ),
  },
  {
    id: "kid",
    stored: "signing_key.kid",
    title: "Key id (kid)",
    cell: ({ signingKey: { kid } }) => (
      <span className="flex items-center gap-1 [&_button]:-my-2">
        <code className="font-mono text-xs" title={kid}>
          {kid.slice(0, 12)}…
        </code>
        <CopyButton text={kid} label="key id" />
      </span>
    ),
  },
  {
    id: "algorithm",
    stored: "signing_key.algorithm",
    title: "Algorithm",
    phone: "plain",
    cell: ({ signingKey }) => signingKey.algorithm,
  },
  {
    id: "public",
    stored: "signing_key.public_key",
    title: "Public key",
    phone: "hidden",
    cell: ({ signingKey }) => (
      <CopyButton text={signingKey.publicKey} label={`public key of ${signingKey.name}`}>
        Copy
      </CopyButton>
    ),
  },
  {
    id: "added",
    stored: "signing_key.created_at",
    title: "Added",
    cell: ({ signingKey }) => <Time at={signingKey.createdAt} />,
  },
  {
    id: "actions",
    title: "Actions",
    numeric: true,
    phone: "plain",
    cell: (row) =>
      row.signingKey.retiredAt === null ? (
        <RetireSigningKey {...row} />
      ) : (
        <span className="text-muted">None</span>
      ),
  },
];

function RetireSigningKey({ signingKey, isNeeded, noticeId }: Row) {
  const [asking, setAsking] = useState(false);
  const mayRetire = useMay("developer");
  const retire = useRetireSigningKey(signingKey);
  function ask(open: boolean) {
    retire.reset();
    setAsking(open);
  }
  return (
    <>
      <Button
        look="ghost"
        size="small"
        className="text-alarm max-md:-ml-2.5 md:-mr-2.5"
        aria-label={`Retire ${signingKey.name}`}
        aria-describedby={mayRetire ? undefined : noticeId}
        disabled={!mayRetire}
        onClick={() => ask(true)}
      >
        Retire
      </Button>
      <LazyConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={`Retire ${signingKey.name}?`}
        confirmLabel="Retire the key"
        onConfirm={() => retire.mutate()}
        pending={retire.isPending || retire.isSuccess}
        error={retire.error ? describeError(retire.error) : undefined}
      >
        <p>
          Payments signed with this key are refused from then on, on every server. Receipts that it
          signed before stay signed. This cannot be undone.
        </p>
        {isNeeded ? (
          <p className="font-medium">
            It is your only active key, and signatures are required: every payment is refused until
            you add another key.
          </p>
        ) : null}
      </LazyConfirmDialog>
    </>
  );
}
