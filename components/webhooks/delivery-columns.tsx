import { StatusMark } from "#components/ui/status-mark.tsx";
import type { Column } from "#components/ui/table.tsx";
import { ClockTime, Time } from "#components/ui/time.tsx";
import { deliveryLooks, describeAttempt } from "./attempt-words.ts";
import type { Delivery } from "./use-deliveries.ts";

/** `isPaused`: nothing is sent while the endpoint is disabled. */
export const deliveryColumns = (isPaused: boolean): Column<Delivery>[] => [
  {
    id: "type",
    title: "Type",
    cell: ({ type }) => <span className="font-mono text-xs wrap-anywhere">{type}</span>,
  },
  {
    id: "status",
    title: "Status",
    phone: "end",
    cell: ({ status }) => <StatusMark look={deliveryLooks[status]} />,
  },
  {
    id: "answer",
    title: "Last answer",
    phone: "plain",
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last ? describeAttempt(last) : null;
    },
  },
  {
    id: "attempts",
    title: "Attempts",
    numeric: true,
    cell: ({ attempts }) => <span className="tabular-nums">{attempts.length}</span>,
  },
  {
    id: "next",
    title: "Next attempt",
    phone: "hidden",
    wide: true,
    cell: ({ nextAttemptAt }) =>
      nextAttemptAt === null ? (
        <span className="text-muted">None</span>
      ) : isPaused ? (
        <span className="text-muted">Once enabled</span>
      ) : (
        <Time at={nextAttemptAt} />
      ),
  },
  {
    id: "at",
    title: "Time",
    numeric: true,
    phone: "plain",
    cell: ({ createdAt }) => <ClockTime at={createdAt} />,
  },
];
