"use client";

import { Send } from "lucide-react";
import { useState } from "react";
import { useEnvironment } from "#components/console/environment.tsx";
import { useMay } from "#components/console/session.tsx";
import { useOpened } from "#components/console/use-opened.ts";
import { Button } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { PagedTable } from "#components/ui/paged-table.tsx";
import { useCursorPages } from "#components/ui/pager.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Time } from "#components/ui/time.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { EVENT_DAYS } from "#lib/core/retention.ts";
import { deliveryColumns } from "./delivery-columns.tsx";
import { DeliveryFilterBar } from "./delivery-filter-bar.tsx";
import { deliveryFilters } from "./delivery-filters.ts";
import { ENDPOINT_NOTICE } from "./endpoint-actions.tsx";
import { useDeliveries } from "./use-deliveries.ts";
import type { Endpoint } from "./use-endpoints.ts";

// Most visits open none of these.
const DeliveryPanel = loadedLater(
  async () => (await import("./delivery-panel.tsx")).DeliveryPanel,
  { place: "over" },
);
const ResendSinceDialog = loadedLater(
  async () => (await import("./resend-since-dialog.tsx")).ResendSinceDialog,
  { place: "over" },
);

/** What was sent to an endpoint, and what it answered. */
export function DeliveryLog({ endpoint }: { endpoint: Endpoint }) {
  const { endpointId } = endpoint;
  const may = useMay("developer");
  const refusal = refusalOf(endpoint);
  const { environment } = useEnvironment();
  const { filters, setFilters } = useFilters(deliveryFilters.names);
  const { cursor, pager } = useCursorPages(JSON.stringify([environment, endpointId, filters]));
  const { id, hrefOf, close } = useOpened(`/webhooks/${endpointId}`);
  const isSound = deliveryFilters.areSound(filters);
  const page = useDeliveries({ endpointId, filters, cursor, enabled: isSound });
  const [isResending, setResending] = useState(false);
  const clear = () => setFilters(deliveryFilters.none);
  return (
    <Panel
      title="Deliveries"
      description={`The newest first, kept for ${EVENT_DAYS} days.`}
      actions={
        <>
          {may && refusal ? (
            <p id={REFUSAL} className="self-center text-sm text-muted">
              {refusal}
            </p>
          ) : null}
          <Button
            look="secondary"
            disabled={!may || refusal !== undefined}
            aria-describedby={may ? refusal && REFUSAL : ENDPOINT_NOTICE}
            onClick={() => setResending(true)}
          >
            Resend failed events
          </Button>
        </>
      }
      flush
    >
      <p role="status" className="text-sm">
        {endpoint.resendingSince === null ? null : (
          <span className="block border-b border-line px-4 py-3 md:px-5">
            Resending since <Time at={endpoint.resendingSince} as="exact" /> …
          </span>
        )}
      </p>
      <DeliveryFilterBar filters={filters} onChange={setFilters} onClear={clear} />
      <PagedTable
        subject="deliveries"
        label="Deliveries"
        page={page}
        rows={page.data?.deliveries}
        columns={deliveryColumns(endpoint)}
        rowKey={({ deliveryId }) => deliveryId}
        href={({ deliveryId }) => hrefOf(deliveryId)}
        shallow
        pager={pager(page.data?.nextCursor)}
        loadingRows={6}
        onWrongFilter={isSound ? undefined : clear}
        noMatch={deliveryFilters.count(filters) > 0 ? { ...noMatch, onClear: clear } : undefined}
        empty={{
          icon: Send,
          title: "Nothing sent yet",
          children: `${whatComes(endpoint)}${may && !refusal ? " “Send test event” sends a ping." : ""}`,
        }}
      />
      {id ? <DeliveryPanel key={id} endpoint={endpoint} deliveryId={id} onClose={close} /> : null}
      {isResending ? (
        <ResendSinceDialog endpoint={endpoint} onDone={() => setResending(false)} />
      ) : null}
    </Panel>
  );
}

const noMatch = {
  title: "No delivery matches these filters",
  children: "An id matches only in full.",
  clearLabel: "Clear filters",
};

function whatComes({ status, failingSince }: Endpoint): string {
  if (status === "disabled") return "Nothing is sent while it is disabled.";
  if (failingSince !== null) return "Events wait until an attempt succeeds.";
  return "The next event of its types appears here within seconds.";
}

const REFUSAL = "resend-refusal";

/** Why nothing can be sent again; undefined if it can. */
function refusalOf({ status, disabledReason }: Endpoint): string | undefined {
  if (disabledReason === "paused") return "Not while the operator has paused it.";
  return status === "disabled" ? "Enable it first: “Enable” can send what it missed." : undefined;
}
