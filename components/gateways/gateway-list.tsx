"use client";

import { ErrorState } from "#components/ui/error-state.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import { gateways } from "#lib/contract/gateway-name.ts";
import { GatewayPanel } from "./gateway-panel.tsx";
import { useConnections } from "./use-connections.ts";

/** Each gateway of the API with the provider behind it; one without a provider says so itself. */
export function GatewayList() {
  const { data: connections, error, isPending, isFetching, refetch } = useConnections();
  if (error) {
    return (
      <div className="border border-line bg-slip">
        <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />
      </div>
    );
  }
  if (isPending) {
    return (
      <div className="border border-line bg-slip">
        <SkeletonRows label="Loading the gateways" rows={8} />
      </div>
    );
  }
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      {gateways.map((gateway) => (
        <GatewayPanel
          key={gateway}
          gateway={gateway}
          connection={connections.find((connection) => connection.gateway === gateway)}
        />
      ))}
    </div>
  );
}
