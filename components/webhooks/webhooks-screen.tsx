"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { useEnvironment } from "#components/console/environment.tsx";
import { RoleNotice } from "#components/console/role-notice.tsx";
import { useMay } from "#components/console/session.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { MAX_ENDPOINTS } from "#lib/webhooks/contract-limits.ts";
import { EndpointList } from "./endpoint-list.tsx";
import { useLatestDeliveries } from "./use-deliveries.ts";
import { useEndpoints } from "./use-endpoints.ts";

// Most visits add none.
const CreateEndpointDialog = loadedLater(
  async () => (await import("./create-endpoint-dialog.tsx")).CreateEndpointDialog,
  { place: "over" },
);

/** The organization's endpoints in the environment. */
export function WebhooksScreen() {
  const { environment } = useEnvironment();
  const { base } = useCurrentConsole();
  const may = useMay("developer");
  const endpoints = useEndpoints();
  const latest = useLatestDeliveries();
  const [creating, setCreating] = useState(false);
  // A link or command can ask for the form.
  const { filters, setFilters } = useFilters(["create"]);
  const isFull = (endpoints.data?.length ?? 0) >= MAX_ENDPOINTS;
  const isCreating = creating || (filters.create === "endpoint" && may && !isFull);
  const describedBy = may ? (isFull ? FULL : undefined) : NOTICE;
  function stop() {
    setCreating(false);
    if (filters.create) setFilters({ create: "" });
  }
  const addButton = (
    <Button
      icon={Plus}
      disabled={!may || isFull}
      aria-describedby={describedBy}
      onClick={() => setCreating(true)}
    >
      Add an endpoint
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="We send each event to your endpoints as it happens. Each environment has its own."
        actions={
          <>
            <ButtonLink look="secondary" href={`${base}/events`}>
              View events
            </ButtonLink>
            {addButton}
          </>
        }
      />
      <RoleNotice id={NOTICE}>Adding and changing webhook endpoints</RoleNotice>
      {isFull ? (
        <div id={FULL}>
          <Callout>
            An environment has at most {MAX_ENDPOINTS} endpoints. To add another, delete one that
            you no longer need, or have one endpoint receive more event types.
          </Callout>
        </div>
      ) : null}
      <EndpointList query={endpoints} latest={latest} action={addButton} />
      {isCreating ? <CreateEndpointDialog key={environment} onDone={stop} /> : null}
    </>
  );
}

const NOTICE = "webhooks-notice";
const FULL = "webhooks-full";
