"use client";

import { useEnvironment } from "#components/console/environment.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { SidePanel } from "#components/ui/side-panel.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import type { LoggedRequest } from "#lib/contract/requests.ts";
import { RequestFacts } from "./request-facts.tsx";
import { useRequest } from "./use-request.ts";

type RequestPanelProps = {
  requestId: string;
  /** The same call, where the list behind has it. */
  row: LoggedRequest | undefined;
  onClose: () => void;
};

/** One call in full. */
export function RequestPanel({ requestId, row, onClose }: RequestPanelProps) {
  const { environment } = useEnvironment();
  const query = useRequest(environment, requestId, row);
  const { data: request, error, isPending, isFetching, refetch } = query;
  return (
    <SidePanel
      open
      onClose={onClose}
      label="Request"
      title={request ? `${request.method} ${request.route}` : requestId}
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />
      ) : isPending ? (
        <SkeletonRows label="Loading the request" rows={6} />
      ) : (
        <RequestFacts request={request} />
      )}
    </SidePanel>
  );
}
