import {
  CircleDashed,
  Fingerprint,
  HandHelping,
  KeyRound,
  LockKeyholeOpen,
  type LucideIcon,
  TimerOff,
} from "lucide-react";
import type { ReactNode } from "react";
import { oneOf } from "#components/ui/define-filters.ts";
import { type StatusLook, StatusMark } from "#components/ui/status-mark.tsx";
import { ClippedId, type Column } from "#components/ui/table.tsx";
import { ClockTime, ZoneName } from "#components/ui/time.tsx";
import type { Answer } from "#lib/browser/api.ts";
import type { ConsentMethod as ConsentMethodName } from "#lib/core/vocabulary.ts";

type AccessEntry = Answer<"GET /api/console/access-log">["entries"][number];
type AccessOutcomeName = AccessEntry["outcome"];

const grantedColumn: Column<AccessEntry> = {
  id: "at",
  stored: "access_token.created_at",
  title: "Granted",
  note: <ZoneName />,
  phone: "plain",
  cell: ({ at }) => <ClockTime at={at} />,
};

const outcomeColumn: Column<AccessEntry> = {
  id: "outcome",
  title: "Outcome",
  phone: "end",
  cell: ({ outcome }) => <AccessOutcomeMark outcome={outcome} />,
};

const consentColumn: Column<AccessEntry> = {
  id: "consent",
  stored: "access_token.consent_method",
  title: "Consent",
  cell: ({ consent }) => <ConsentMethodLabel method={consent} />,
};

const askedColumn: Column<AccessEntry> = {
  id: "by",
  title: "Requested by",
  phone: "hidden",
  cell: ({ by, address }) => (
    <TwoLines first={by ?? <span className="text-muted">Unknown</span>} second={address} />
  ),
};

const openedColumn: Column<AccessEntry> = {
  id: "opened",
  stored: "access_token.used_at",
  title: "Opened",
  note: <ZoneName />,
  phone: "hidden",
  cell: ({ usedAt, usedAddress }) =>
    usedAt === null ? (
      <Nothing />
    ) : (
      <TwoLines first={<ClockTime at={usedAt} />} second={usedAddress && `from ${usedAddress}`} />
    ),
};

const receiptColumn: Column<AccessEntry> = {
  id: "receipt",
  stored: "access_token.payment_id",
  title: "Receipt",
  phone: "hidden",
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
  phone: "hidden",
  wide: true,
  cell: ({ keyId }) => (keyId === null ? <Nothing /> : <ClippedId text={keyId} />),
};

/** For the grants of one cardholder. */
export const grantColumns = [
  grantedColumn,
  outcomeColumn,
  consentColumn,
  askedColumn,
  openedColumn,
  receiptColumn,
  keyColumn,
];

/** For the grants of all cardholders. */
export const accessColumns: Column<AccessEntry>[] = [
  {
    id: "user",
    stored: "access_token.cardholder_id",
    title: "Cardholder",
    cell: ({ userId }) => <ClippedId text={userId} />,
  },
  grantedColumn,
  // On a phone, the id has the first line to itself.
  { ...outcomeColumn, phone: "plain" },
  consentColumn,
  askedColumn,
  { ...openedColumn, wide: true },
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

/** The outcome of a grant. */
function AccessOutcomeMark({ outcome }: { outcome: AccessOutcomeName }) {
  return <StatusMark look={outcomeLooks[outcome]} />;
}

const outcomeLooks: Record<AccessOutcomeName, StatusLook> = {
  used: { word: "Opened", color: "text-opened", icon: LockKeyholeOpen },
  active: { word: "Not used yet", color: "text-escrowed", icon: CircleDashed },
  expired: { word: "Expired unused", color: "text-expired", icon: TimerOff },
};

// The keys of a literal are its names.
const outcomes = Object.keys(outcomeLooks) as AccessOutcomeName[];

/** The options of the filter, with the same words. */
export const outcomeOptions = outcomes.map((value) => ({ value, label: outcomeLooks[value].word }));

/** Of a name in the address. */
export const readOutcome = oneOf(outcomes);

/** How the cardholder consented, as stated by the issuer in its request. */
function ConsentMethodLabel({ method }: { method: ConsentMethodName | null }) {
  if (method === null) return <span className="text-muted">Not stated</span>;
  const { word, icon: Icon } = consentLooks[method];
  return (
    <span className="whitespace-nowrap">
      <Icon
        aria-hidden="true"
        className="mr-1.5 -mt-[0.15em] inline size-[1.1em] text-muted"
        strokeWidth={1.75}
      />
      {word}
    </span>
  );
}

const consentLooks: Record<ConsentMethodName, { word: string; icon: LucideIcon }> = {
  passkey: { word: "Passkey", icon: Fingerprint },
  pin: { word: "PIN", icon: KeyRound },
  other: { word: "Other", icon: HandHelping },
};
