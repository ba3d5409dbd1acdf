import type { Column } from "#components/ui/table.tsx";
import { ClockTime, ZoneName } from "#components/ui/time.tsx";
import { subjectOf } from "./event-subject.ts";
import type { ListedEvent } from "./use-events.ts";

export const eventColumns: Column<ListedEvent>[] = [
  {
    id: "type",
    stored: "event.type",
    title: "Type",
    cell: ({ type }) => <span className="font-mono text-xs wrap-anywhere">{type}</span>,
  },
  {
    id: "about",
    stored: "event.subject",
    title: "About",
    phone: "plain",
    cell: (event) => (
      <span className="table-clip font-mono text-xs text-muted">
        <span title={subjectOf(event).id}>{subjectOf(event).id}</span>
      </span>
    ),
  },
  {
    id: "amount",
    stored: "event.data",
    title: "Amount",
    numeric: true,
    phone: "end",
    cell: (event) => <span className="tabular-nums">{subjectOf(event).amount}</span>,
  },
  {
    id: "reference",
    stored: "event.data",
    title: "Reference",
    phone: "plain",
    cell: (event) => (
      <span className="table-clip">
        <span title={subjectOf(event).reference}>{subjectOf(event).reference}</span>
      </span>
    ),
  },
  {
    id: "at",
    stored: "event.created_at",
    title: "Time",
    note: <ZoneName />,
    numeric: true,
    phone: "plain",
    cell: ({ createdAt }) => <ClockTime at={createdAt} />,
  },
];
