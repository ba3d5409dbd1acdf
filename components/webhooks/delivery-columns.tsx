import { StatusMark } from "#components/ui/status-mark.tsx";
import type { Column } from "#components/ui/table.tsx";
import { ClockTime, Time, ZoneName } from "#components/ui/time.tsx";
import { describeAttempt, lookOfDelivery, whenTriedAgain } from "./attempt-words.ts";
import type { Delivery } from "./use-deliveries.ts";
import type { Endpoint } from "./use-endpoints.ts";

/** Nothing is sent while the endpoint is disabled. */
export const deliveryColumns = (endpoint: Endpoint): Column<Delivery>[] => [
  {
    id: "type",
    stored: "webhook_delivery.type",
    title: "Type",
    cell: ({ type }) => <span className="font-mono text-xs wrap-anywhere">{type}</span>,
  },
  {
    id: "about",
    stored: "event.subject",
    title: "About",
    phone: "plain",
    cell: ({ subject }) => (
      <span className="table-clip font-mono text-xs text-muted">
        <span title={subject ?? undefined}>{subject}</span>
      </span>
    ),
  },
  {
    id: "status",
    stored: "webhook_delivery.status",
    title: "Status",
    phone: "end",
    cell: (delivery) => <StatusMark look={lookOfDelivery(delivery, endpoint)} />,
  },
  {
    id: "answer",
    stored: "webhook_delivery.log",
    title: "Last answer",
    phone: "plain",
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last ? describeAttempt(last) : null;
    },
  },
  {
    id: "attempts",
    stored: "webhook_delivery.attempts",
    title: "Attempts",
    numeric: true,
    cell: ({ attempts }) => <span className="tabular-nums">{attempts.length}</span>,
  },
  {
    id: "next",
    stored: "webhook_delivery.due_at",
    title: "Next attempt",
    phone: "plain",
    wide: true,
    cell: ({ nextAttemptAt }) =>
      nextAttemptAt === null ? (
        <span className="text-muted max-md:hidden">None</span>
      ) : (
        <span>
          <span className="md:hidden">next attempt </span>
          {whenTriedAgain(endpoint)?.toLowerCase() ?? <Time at={nextAttemptAt} />}
        </span>
      ),
  },
  {
    id: "at",
    stored: "webhook_delivery.created_at",
    title: "Time",
    note: <ZoneName />,
    numeric: true,
    phone: "plain",
    cell: ({ createdAt }) => <ClockTime at={createdAt} />,
  },
];
