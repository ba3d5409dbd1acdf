"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { keyOf } from "#lib/browser/query-client.ts";
import { ApiError } from "#lib/client/api-error.ts";

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

const POLL_INTERVAL_MS = 30_000;

function useServiceStatus() {
  return useQuery({
    queryKey: keyOf("GET /api/ready"),
    queryFn: ({ signal }) => fetchServiceStatus(signal),
    refetchInterval: POLL_INTERVAL_MS,
    // The next poll is the retry: retries would only hide an outage for longer.
    retry: false,
  });
}

type ServiceStatus =
  | { state: "ready"; checks: string[] }
  | { state: "unavailable"; message: string };

/** Not ready is an answer, not a failure. Throws ApiError without an answer. */
async function fetchServiceStatus(signal: AbortSignal): Promise<ServiceStatus> {
  // The page is readable at once: the code that calls the service loads later.
  const { api } = await import("#lib/browser/api.ts");
  try {
    const { checks } = await api("GET /api/ready", { signal });
    return { state: "ready", checks: Object.keys(checks) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "service_unavailable") throw error;
    return { state: "unavailable", message: error.message };
  }
}
