"use client";

import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon, RefreshCw } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { ClockTime } from "#components/ui/time.tsx";
import { describeStatus, type PartState } from "./describe-status.ts";
import { POLL_INTERVAL_MS, useServiceStatus } from "./use-service-status.ts";

/** Whether the service and each of its parts work, for people. */
export function StatusBoard() {
  const { data, isError, isPending, isFetching, dataUpdatedAt, errorUpdatedAt, refetch } =
    useServiceStatus();
  const answer = isError ? "none" : isPending ? "pending" : data;
  const { title, advice, parts } = describeStatus(answer);
  const checkedAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  const overall = isError ? "down" : isPending ? "unknown" : data.state === "ready" ? "up" : "down";
  return (
    <div className="border border-line bg-slip">
      <div className="border-b border-line p-5">
        <p role="status" className="flex items-center gap-3 text-lg font-medium">
          <StateIcon state={overall} className="size-6" />
          {title}
        </p>
        {advice ? (
          <p className="mt-2 max-w-[60ch] text-sm text-pretty text-muted">{advice}</p>
        ) : null}
      </div>
      <dl>
        {parts.map(({ name, what, state }) => (
          <div
            key={name}
            className="flex items-center justify-between gap-4 border-b border-dashed border-line px-5 py-3"
          >
            <dt className="min-w-0">
              <span className="block text-sm font-medium">{name}</span>
              <span className="block text-sm text-pretty text-muted">{what}</span>
            </dt>
            <dd className={`flex shrink-0 items-center gap-1.5 text-sm ${looks[state].color}`}>
              <StateIcon state={state} className="size-4" />
              {looks[state].word}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 text-sm text-muted">
        <p>
          {checkedAt === 0 ? (
            "Not checked yet."
          ) : (
            <>
              Last checked: <ClockTime at={new Date(checkedAt).toISOString()} />.
            </>
          )}{" "}
          Checked again every {POLL_INTERVAL_MS / 1000} seconds.
        </p>
        <Button
          look="secondary"
          size="small"
          icon={RefreshCw}
          pending={isFetching}
          onClick={() => void refetch()}
        >
          Check now
        </Button>
      </div>
    </div>
  );
}

function StateIcon({ state, className }: { state: PartState; className: string }) {
  const { icon: Icon, color } = looks[state];
  return <Icon aria-hidden="true" className={`shrink-0 ${className} ${color}`} />;
}

const looks: Record<PartState, { icon: LucideIcon; word: string; color: string }> = {
  up: { icon: CircleCheck, word: "Working", color: "text-pine" },
  down: { icon: CircleAlert, word: "Not working", color: "text-alarm" },
  unknown: { icon: CircleDashed, word: "Unknown", color: "text-muted" },
};
