import { CopiedCode } from "#components/ui/copy.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Time } from "#components/ui/time.tsx";
import { disablingTime, EndpointStatus, endpointTrouble } from "./endpoint-status.tsx";
import { QueueText } from "./queue-text.tsx";
import type { Queue } from "./use-deliveries.ts";
import type { Endpoint } from "./use-endpoints.ts";

/** `queue` is undefined while unknown. */
type EndpointFactsProps = { endpoint: Endpoint; queue: Queue | undefined };

/** Everything known about an endpoint; its secret is never shown again. */
export function EndpointFacts({ endpoint, queue }: EndpointFactsProps) {
  const { endpointId, url, types, createdAt, disabledReason, disabledAt, failingSince } = endpoint;
  const trouble = endpointTrouble(endpoint);
  return (
    <KeyValues
      rows={[
        {
          name: "Status",
          value: (
            <>
              <EndpointStatus endpoint={endpoint} />
              {trouble ? <span className="ml-2 text-muted">{trouble}</span> : null}
            </>
          ),
        },
        ...(disabledAt === null
          ? []
          : [
              {
                name: disabledReason === "paused" ? "Paused" : "Disabled",
                value: <Time at={disabledAt} as="exact" />,
              },
            ]),
        ...(disabledReason === null && failingSince !== null
          ? [
              {
                name: "Will be disabled on",
                value: (
                  <>
                    <Time at={disablingTime(failingSince)} as="exact" />
                    <span className="text-muted"> at the earliest, unless an attempt succeeds</span>
                  </>
                ),
              },
            ]
          : []),
        ...(queue && queue.waitingEvents > 0
          ? [{ name: "Queue", value: <QueueText queue={queue} endpoint={endpoint} /> }]
          : []),
        {
          name: "URL",
          stored: "webhook_endpoint.url",
          value: <CopiedCode text={url} label="URL" />,
        },
        {
          name: "Events",
          stored: "webhook_endpoint.types",
          value:
            types.length === 0 ? (
              "All, and those that are added later"
            ) : (
              <ul className="flex flex-wrap gap-x-4 font-mono text-xs leading-6">
                {types.map((type) => (
                  <li key={type}>{type}</li>
                ))}
              </ul>
            ),
        },
        { name: "Id", value: <CopiedCode text={endpointId} label="endpoint id" /> },
        {
          name: "Created",
          stored: "webhook_endpoint.created_at",
          value: <Time at={createdAt} as="exact" />,
        },
      ]}
    />
  );
}
