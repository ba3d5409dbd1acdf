"use client";

import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useServiceStatus } from "./use-service-status.ts";

/** Whether the service accepts requests, polled every 30 seconds. */
export function ServiceStatusLine() {
  const { data: status, isError, isPending } = useServiceStatus();
  if (isError) return <StatusLine icon={CircleAlert}>No answer from the service</StatusLine>;
  if (isPending) return <StatusLine icon={CircleDashed}>Checking the service</StatusLine>;
  if (status.state === "unavailable") {
    return <StatusLine icon={CircleAlert}>Not ready: {status.message}</StatusLine>;
  }
  return (
    <StatusLine icon={CircleCheck} tone="text-pine">
      Ready
      <span className="hidden text-muted sm:inline">{status.checks.join(", ")}</span>
    </StatusLine>
  );
}

type StatusLineProps = { icon: LucideIcon; tone?: string; children: ReactNode };

function StatusLine({ icon: Icon, tone = "text-muted", children }: StatusLineProps) {
  return (
    <p role="status" className={`flex items-center gap-2 text-sm ${tone}`}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {children}
    </p>
  );
}
