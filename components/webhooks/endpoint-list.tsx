"use client";

import { Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { useSession } from "#components/console/session.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { EmptyState } from "#components/ui/states.tsx";
import { Table } from "#components/ui/table.tsx";
import { endpointColumns } from "./endpoint-columns.tsx";
import type { useLatestDeliveries } from "./use-deliveries.ts";
import type { useEndpoints } from "./use-endpoints.ts";

type EndpointListProps = {
  query: ReturnType<typeof useEndpoints>;
  latest: ReturnType<typeof useLatestDeliveries>;
  /** Leads to the first endpoint. */
  action: ReactNode;
};

export function EndpointList({ query, latest, action }: EndpointListProps) {
  const { base } = useCurrentConsole();
  const { organization } = useSession();
  const columns = endpointColumns((endpointId) =>
    latest.data === undefined
      ? undefined
      : (latest.data.deliveries.find((delivery) => delivery.endpointId === endpointId) ?? null),
  );
  return (
    <section aria-label="Endpoints" className="border border-line bg-slip">
      <Loaded query={query} subject="the endpoints" rows={4}>
        {(endpoints) =>
          endpoints.length === 0 ? (
            <EmptyState icon={Webhook} title="No endpoints yet" action={action}>
              Your servers need not poll: an endpoint learns within seconds that{" "}
              {news[organization.kind]}. Each delivery is signed, retried for 28 hours, and logged
              here.
            </EmptyState>
          ) : (
            <Table
              label="Endpoints"
              columns={columns}
              rows={endpoints}
              rowKey={({ endpointId }) => endpointId}
              href={({ endpointId }) => `${base}/webhooks/${endpointId}`}
            />
          )
        }
      </Loaded>
    </section>
  );
}

const news = {
  merchant: "a payment was decided, a refund failed, or a dispute was opened",
  issuer: "a receipt arrived or was opened",
  platform: "a payment was decided, a refund failed, or a receipt arrived",
};
