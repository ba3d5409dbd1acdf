"use client";

import { Unplug } from "lucide-react";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { BackLink } from "#components/console/navigation.tsx";
import { RoleNotice } from "#components/console/role-notice.tsx";
import { useMay } from "#components/console/session.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { failureOf } from "#lib/browser/query-client.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { ENDPOINT_NOTICE, EndpointActions } from "./endpoint-actions.tsx";
import { EndpointFacts } from "./endpoint-facts.tsx";
import { addressOf, endpointName } from "./endpoint-name.ts";
import { EndpointNote } from "./endpoint-status.tsx";
import { useLatestDeliveries } from "./use-deliveries.ts";
import { useEndpoint } from "./use-endpoints.ts";
import { VerifyPanel } from "./verify-panel.tsx";

type EndpointScreenProps = { endpointId: string; receiver: string };

/** One endpoint with its log; `/webhooks/{endpointId}/{deliveryId}` below the console opens a delivery. */
export function EndpointScreen(props: EndpointScreenProps) {
  const { base } = useCurrentConsole();
  return (
    <>
      <BackLink href={`${base}/webhooks`}>Webhooks</BackLink>
      <EndpointView {...props} list={`${base}/webhooks`} />
    </>
  );
}

function EndpointView({ endpointId, receiver, list }: EndpointScreenProps & { list: string }) {
  const query = useEndpoint(endpointId);
  const latest = useLatestDeliveries();
  const may = useMay("developer");
  const { data: endpoint, isFetching, refetch } = query;
  const failure = failureOf(query);
  if (failure || !endpoint) {
    const isMissing = failure instanceof ApiError && failure.code === "not_found";
    return (
      <>
        <PageHeader title="Endpoint" />
        <div className="border border-line bg-slip">
          {isMissing ? (
            <MissingEndpoint list={list} />
          ) : failure ? (
            <ErrorState error={failure} retry={() => void refetch()} retrying={isFetching} />
          ) : (
            <SkeletonRows label="Loading the endpoint" rows={8} />
          )}
        </div>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={endpointName(endpoint)}
        description={endpoint.description ? addressOf(endpoint.url) : undefined}
      />
      <RoleNotice id={ENDPOINT_NOTICE}>Changing, testing, and resending</RoleNotice>
      <EndpointNote endpoint={endpoint} />
      <Panel title="Endpoint">
        <EndpointFacts
          endpoint={endpoint}
          queue={latest.data?.queues.find((queue) => queue.endpointId === endpointId)}
        />
        <EndpointActions endpoint={endpoint} list={list} />
      </Panel>
      <VerifyPanel
        receiver={receiver}
        url={endpoint.url}
        mayTest={may && endpoint.disabledReason !== "paused"}
      />
      <DeliveryLog endpoint={endpoint} />
    </>
  );
}

/** For a link to an endpoint of another environment, or to one that was deleted. */
function MissingEndpoint({ list }: { list: string }) {
  return (
    <EmptyState
      icon={Unplug}
      title="No such endpoint in this environment"
      action={
        <ButtonLink look="secondary" href={list}>
          Go to webhooks
        </ButtonLink>
      }
    >
      An endpoint belongs to one environment. If someone sent you this link, switch to theirs.
    </EmptyState>
  );
}
