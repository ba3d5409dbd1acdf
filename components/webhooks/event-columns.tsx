import type { Column } from "#components/ui/table.tsx";
import { ClockTime, ZoneName } from "#components/ui/time.tsx";
import { subjectOf } from "./event-subject.ts";
import type { ListedEvent } from "./use-events.ts";

export const eventColumns: Column<ListedEvent>[] = [
  {
    id: "type",
    title: "Type",
    cell: ({ type }) => <span className="font-mono text-xs wrap-anywhere">{type}</span>,
  },
  {
    id: "about",
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
    title: "Amount",
    numeric: true,
    phone: "end",
    cell: (event) => <span className="tabular-nums">{subjectOf(event).amount}</span>,
  },
  {
    id: "reference",
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
    title: "Time",
    note: <ZoneName />,
    numeric: true,
    phone: "plain",
    cell: ({ createdAt }) => <ClockTime at={createdAt} />,
  },
];
