import { CopiedCode } from "#components/ui/copy.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Time } from "#components/ui/time.tsx";
import { EndpointStatus, endpointTrouble } from "./endpoint-status.tsx";
import type { Endpoint } from "./use-endpoints.ts";

/** Everything known about an endpoint; its secret is never shown again. */
export function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const { endpointId, url, types, createdAt } = endpoint;
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
        { name: "URL", value: <CopiedCode text={url} label="URL" /> },
        {
          name: "Events",
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
        { name: "Created", value: <Time at={createdAt} as="exact" /> },
      ]}
    />
  );
}
