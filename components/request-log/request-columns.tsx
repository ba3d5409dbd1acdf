import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { breakAtSlashes } from "#components/ui/break-at-slashes.ts";
import { type StatusLook, StatusMark } from "#components/ui/status-mark.tsx";
import { ClippedId, type Column } from "#components/ui/table.tsx";
import { ClockTime, ZoneName } from "#components/ui/time.tsx";
import { formatDuration } from "./format-duration.ts";
import type { LoggedCall } from "./use-request-log.ts";

export const requestColumns: Column<LoggedCall>[] = [
  {
    id: "request",
    stored: "request_log.route",
    title: "Request",
    cell: ({ method, route }) => (
      <span className="block font-mono text-xs leading-4.5 font-normal max-md:text-sm max-md:leading-5">
        <span className="mr-2 text-muted md:inline-block md:w-12">{method}</span>
        <Route route={route} />
      </span>
    ),
  },
  {
    id: "status",
    stored: "request_log.status",
    title: "Status",
    phone: "plain",
    cell: ({ status, errorCode }) => (
      <span>
        <HttpStatus status={status} />
        {errorCode ? <span className="ml-2 font-mono text-xs text-muted">{errorCode}</span> : null}
      </span>
    ),
  },
  {
    id: "duration",
    title: "Duration",
    numeric: true,
    phone: "end",
    cell: ({ durationMs }) => (
      <span className="whitespace-nowrap tabular-nums">{formatDuration(durationMs)}</span>
    ),
  },
  {
    id: "caller",
    stored: "request_log.api_key_id",
    title: "Key",
    phone: "plain",
    cell: ({ keyHint }) => <CallerHint keyHint={keyHint} />,
  },
  {
    id: "address",
    stored: "request_log.address",
    title: "Address",
    phone: "hidden",
    wide: true,
    cell: ({ address }) => <ClippedId text={address ?? "unknown"} />,
  },
  {
    id: "at",
    stored: "request_log.at",
    title: "Time",
    note: <ZoneName />,
    numeric: true,
    phone: "plain",
    cell: ({ at }) => <ClockTime at={at} />,
  },
];

function CallerHint({ keyHint }: { keyHint: string | null }) {
  if (keyHint === null) return <span className="text-muted">Session</span>;
  return <span className="font-mono text-xs whitespace-nowrap">{keyHint}</span>;
}

function Route({ route }: { route: string }) {
  return <span className="wrap-anywhere">{breakAtSlashes(route)}</span>;
}

/** The status of an answer; icon and color show on which side a failure was. */
export function HttpStatus({ status }: { status: number }) {
  return <StatusMark look={{ word: String(status), ...lookOf(status) }} />;
}

function lookOf(status: number): Omit<StatusLook, "word"> {
  if (status < 400) return { color: "text-pine", icon: CircleCheck };
  if (status < 500) return { color: "text-escrowed", icon: CircleAlert };
  return { color: "text-alarm", icon: CircleX };
}
