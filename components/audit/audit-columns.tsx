import { LongCode } from "#components/ui/long-code.tsx";
import { ClippedId, type Column } from "#components/ui/table.tsx";
import { ClockTime, ZoneName } from "#components/ui/time.tsx";
import type { Answer } from "#lib/browser/api.ts";
import { describeAction } from "./audit-words.ts";

export type ListedEntry = Answer<"GET /api/console/audit">["entries"][number];

export const auditColumns: Column<ListedEntry>[] = [
  {
    id: "action",
    stored: "audit_entry.action",
    title: "Action",
    cell: ({ action }) => describeAction(action),
  },
  {
    id: "by",
    stored: "audit_entry.actor_id",
    title: "Actor",
    phone: "plain",
    cell: (entry) => <ActorName entry={entry} />,
  },
  {
    id: "target",
    stored: "audit_entry.target",
    title: "Target",
    phone: "hidden",
    cell: ({ target, targetName }) =>
      target === null ? (
        <span className="text-muted">
          <span aria-hidden="true">–</span>
          <span className="sr-only">none</span>
        </span>
      ) : targetName === null ? (
        <ClippedId text={target} />
      ) : (
        <span className="block max-w-44 truncate">{targetName}</span>
      ),
  },
  {
    id: "environment",
    title: "Environment",
    phone: "hidden",
    cell: ({ environment }) => environment ?? <span className="text-muted">all</span>,
  },
  {
    id: "address",
    stored: "audit_entry.address",
    title: "Address",
    phone: "hidden",
    wide: true,
    cell: ({ address }) => <ClippedId text={address ?? "–"} />,
  },
  {
    id: "at",
    stored: "audit_entry.at",
    title: "Time",
    note: <ZoneName />,
    numeric: true,
    phone: "plain",
    cell: ({ at }) => <ClockTime at={at} />,
  },
];

type ActorNameProps = {
  entry: ListedEntry;
  /** If there is room for all of a long name. */
  whole?: boolean;
};

/** The actor, by name if known. */
export function ActorName({ entry: { actorKind, actorId, by }, whole = false }: ActorNameProps) {
  if (actorKind === "operator") return <>The operator</>;
  if (actorKind === "service") return <>The service</>;
  if (by !== null) {
    const look = whole ? "wrap-anywhere" : "block max-w-44 truncate max-md:max-w-full";
    return <span className={look}>{by}</span>;
  }
  if (actorId === null) return <span className="text-muted">Unknown</span>;
  return whole ? <LongCode>{actorId}</LongCode> : <ClippedId text={actorId} />;
}
