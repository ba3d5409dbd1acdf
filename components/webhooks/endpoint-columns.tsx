import { StatusMark } from "#components/ui/status-mark.tsx";
import type { Column } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { lookOfDelivery } from "./attempt-words.ts";
import { addressOf, endpointName } from "./endpoint-name.ts";
import { EndpointStatus, endpointTrouble } from "./endpoint-status.tsx";
import type { Delivery } from "./use-deliveries.ts";
import type { Endpoint } from "./use-endpoints.ts";

/** `lastOf` gives the last delivery of an endpoint: undefined while unknown, null if there is none. */
export function endpointColumns(
  lastOf: (endpointId: string) => Delivery | null | undefined,
): Column<Endpoint>[] {
  return [
    {
      id: "host",
      stored: "webhook_endpoint.url",
      title: "Endpoint",
      cell: (endpoint) => (
        <span className="block max-w-80">
          <span className="block wrap-anywhere">{endpointName(endpoint)}</span>
          {endpoint.description ? (
            <span className="block text-xs font-normal text-muted wrap-anywhere">
              {addressOf(endpoint.url)}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: "status",
      title: "Status",
      phone: "end",
      cell: (endpoint) => (
        <span>
          <EndpointStatus endpoint={endpoint} />
          <span className="block text-xs text-muted">{endpointTrouble(endpoint)}</span>
        </span>
      ),
    },
    {
      id: "types",
      stored: "webhook_endpoint.types",
      title: "Events",
      cell: ({ types }) => <TypesOf types={types} />,
    },
    {
      id: "last",
      title: "Last delivery",
      cell: (endpoint) => (
        <LastDelivery endpoint={endpoint} delivery={lastOf(endpoint.endpointId)} />
      ),
    },
  ];
}

function TypesOf({ types: [first, second, ...others] }: Pick<Endpoint, "types">) {
  if (first === undefined) return "All";
  return (
    <span className="block font-mono text-xs leading-4.5">
      <span className="md:block">{first}</span>
      {second ? (
        <span className="md:block">
          <span className="md:hidden">, </span>
          {second}
          {others.length > 0 ? <span className="text-muted"> +{others.length}</span> : null}
        </span>
      ) : null}
    </span>
  );
}

type LastDeliveryProps = { endpoint: Endpoint; delivery: Delivery | null | undefined };

function LastDelivery({ endpoint, delivery }: LastDeliveryProps) {
  if (delivery === undefined) return null;
  const at = delivery?.attempts.at(-1)?.at ?? delivery?.createdAt;
  if (delivery === null || at === undefined) return <span className="text-muted">None yet</span>;
  return (
    <span>
      <StatusMark look={lookOfDelivery(delivery, endpoint)} />{" "}
      <span className="text-muted md:block md:text-xs">
        <Time at={at} />
      </span>
    </span>
  );
}
