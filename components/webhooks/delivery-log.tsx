"use client";

import { Send } from "lucide-react";
import { useState } from "react";
import { useEnvironment } from "#components/console/environment.tsx";
import { useMay, useSession } from "#components/console/session.tsx";
import { useOpened } from "#components/console/use-opened.ts";
import { Button } from "#components/ui/button.tsx";
import { FilterChips } from "#components/ui/filter-chips.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { PagedTable } from "#components/ui/paged-table.tsx";
import { useCursorPages } from "#components/ui/pager.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { scopesOfKind } from "#lib/core/permissions.ts";
import { EVENT_DAYS } from "#lib/core/retention.ts";
import { deliveryLooks } from "./attempt-words.ts";
import { deliveryColumns } from "./delivery-columns.tsx";
import { type DeliveryFilterTexts, deliveryFilters, deliveryStatuses } from "./delivery-filters.ts";
import { ENDPOINT_NOTICE } from "./endpoint-actions.tsx";
import { eventGroupsFor } from "./event-groups.ts";
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
  const isPaused = endpoint.status === "disabled";
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
        <Button
          look="secondary"
          disabled={!may}
          aria-describedby={may ? undefined : ENDPOINT_NOTICE}
          onClick={() => setResending(true)}
        >
          Resend all failed since …
        </Button>
      }
      flush
    >
      <DeliveryFilterBar filters={filters} onChange={setFilters} onClear={clear} />
      <PagedTable
        subject="deliveries"
        label="Deliveries"
        page={page}
        rows={page.data?.deliveries}
        columns={deliveryColumns(isPaused)}
        rowKey={({ deliveryId }) => deliveryId}
        href={({ deliveryId }) => hrefOf(deliveryId)}
        shallow
        pager={pager(page.data?.nextCursor)}
        loadingRows={6}
        onWrongFilter={isSound ? undefined : clear}
        noMatch={deliveryFilters.count(filters) > 0 ? { ...noMatch, onClear: clear } : undefined}
        empty={empty}
      />
      {id ? <DeliveryPanel key={id} endpoint={endpoint} deliveryId={id} onClose={close} /> : null}
      {isResending ? (
        <ResendSinceDialog endpoint={endpoint} onDone={() => setResending(false)} />
      ) : null}
    </Panel>
  );
}

type FilterBarProps = {
  filters: DeliveryFilterTexts;
  onChange: (changes: Partial<DeliveryFilterTexts>) => void;
  onClear: () => void;
};

function DeliveryFilterBar({ filters, onChange, onClear }: FilterBarProps) {
  const { errors } = deliveryFilters.read(filters, 0);
  const groups = eventGroupsFor(scopesOfKind[useSession().organization.kind]);
  const types = [...groups.flatMap((group) => group.types), "ping"];
  return (
    <search
      aria-label="Deliveries"
      className="flex flex-wrap items-start gap-2 border-b border-line px-4 py-3 md:px-5"
    >
      <FilterChips
        filters={[
          {
            label: "Status",
            value: statuses.find(({ value }) => value === filters.status)?.label ?? filters.status,
            error: errors.status,
            onRemove: () => onChange({ status: "" }),
            options: statuses,
            chosen: filters.status,
            onChoose: (status) => onChange({ status }),
          },
          {
            label: "Type",
            value: filters.type,
            error: errors.type,
            onRemove: () => onChange({ type: "" }),
            options: types.map((value) => ({ value, label: value })),
            chosen: filters.type,
            onChoose: (type) => onChange({ type }),
          },
        ]}
        onClear={onClear}
      />
    </search>
  );
}

const statuses = deliveryStatuses.map((value) => ({ value, label: deliveryLooks[value].word }));

const noMatch = {
  title: "No delivery matches these filters",
  children: "Choose another status or type.",
  clearLabel: "Clear filters",
};

const empty = {
  icon: Send,
  title: "Nothing sent yet",
  children: "The next event of its types appears here within seconds. “Send a test” sends a ping.",
};
