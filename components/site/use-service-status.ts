import { useQuery } from "@tanstack/react-query";
import { keyOf } from "#lib/browser/query-client.ts";
import { ApiError } from "#lib/client/api-error.ts";

export type ServiceStatus =
  | { state: "ready"; checks: string[] }
  | { state: "unavailable"; message: string; details: string };

export const POLL_INTERVAL_MS = 30_000;

/** Whether the service accepts requests, polled every 30 seconds. Fails where no answer comes. */
export function useServiceStatus() {
  return useQuery({
    queryKey: keyOf("GET /api/ready"),
    queryFn: ({ signal }) => fetchServiceStatus(signal),
    refetchInterval: POLL_INTERVAL_MS,
    // The next poll is the retry: retries would only hide an outage for longer.
    retry: false,
    // Offline, it fails at once and says so.
    networkMode: "always",
  });
}

/** Not ready is an answer, not a failure. Throws ApiError without an answer. */
async function fetchServiceStatus(signal: AbortSignal): Promise<ServiceStatus> {
  // The page is readable at once: the code that calls the service loads later.
  const { api } = await import("#lib/browser/api.ts");
  try {
    const { checks } = await api("GET /api/ready", { signal });
    return { state: "ready", checks: Object.keys(checks) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "service_unavailable") throw error;
    return { state: "unavailable", message: error.message, details: error.details };
  }
}
