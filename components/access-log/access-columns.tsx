import type { ReactNode } from "react";
import { ClockTime } from "#components/requests/clock-time.tsx";
import { ClippedId } from "#components/ui/clipped-id.tsx";
import type { Column } from "#components/ui/table.tsx";
import type { AccessEntry } from "#lib/contract/access-log.ts";
import { AccessOutcome } from "./access-outcome.tsx";
import { ConsentMethod } from "./consent-method.tsx";

const grantedColumn: Column<AccessEntry> = {
  id: "at",
  title: "Granted",
  cell: ({ at }) => <ClockTime at={at} />,
};

const outcomeColumn: Column<AccessEntry> = {
  id: "outcome",
  title: "Outcome",
  cell: ({ outcome }) => <AccessOutcome outcome={outcome} />,
};

const consentColumn: Column<AccessEntry> = {
  id: "consent",
  title: "Consent",
  cell: ({ consent }) => <ConsentMethod method={consent} />,
};

const askedColumn: Column<AccessEntry> = {
  id: "by",
  title: "Asked for by",
  cell: ({ by, address }) => (
    <TwoLines first={by ?? <span className="text-muted">Unknown</span>} second={address} />
  ),
};

const openedColumn: Column<AccessEntry> = {
  id: "opened",
  title: "Opened",
  cell: ({ usedAt, usedAddress }) =>
    usedAt === null ? (
      <Nothing />
    ) : (
      <TwoLines first={<ClockTime at={usedAt} />} second={usedAddress && `from ${usedAddress}`} />
    ),
};

const receiptColumn: Column<AccessEntry> = {
  id: "receipt",
  title: "Receipt",
  cell: ({ usedFor, paymentId }) => {
    const receipt = usedFor ?? paymentId;
    return receipt === null ? (
      <span className="text-muted">Any</span>
    ) : (
      <ClippedId text={receipt} />
    );
  },
};

const keyColumn: Column<AccessEntry> = {
  id: "key",
  title: "Key id",
  cell: ({ keyId }) => (keyId === null ? <Nothing /> : <ClippedId text={keyId} />),
};

/** Of one cardholder's grants. */
export const grantColumns = [
  grantedColumn,
  outcomeColumn,
  consentColumn,
  askedColumn,
  openedColumn,
  receiptColumn,
  keyColumn,
];

/** Of everybody's. */
export const accessColumns: Column<AccessEntry>[] = [
  {
    id: "user",
    title: "Cardholder",
    cell: ({ userId }) => <ClippedId text={userId} />,
  },
  grantedColumn,
  outcomeColumn,
  consentColumn,
  askedColumn,
  openedColumn,
  receiptColumn,
];

function TwoLines({ first, second }: { first: ReactNode; second: string | null }) {
  return (
    <span className="block min-w-0">
      <span className="block max-w-44 truncate max-md:max-w-full">{first}</span>
      {second ? <span className="block text-xs wrap-anywhere text-muted">{second}</span> : null}
    </span>
  );
}

function Nothing() {
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </span>
  );
}
