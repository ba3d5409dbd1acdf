"use client";

import { useSession } from "#components/console/session.tsx";
import { FilterChips } from "#components/ui/filter-chips.tsx";
import { periodFilter } from "#components/ui/period-filter.tsx";
import { scopesOfKind } from "#lib/core/permissions.ts";
import { deliveryLooks } from "./attempt-words.ts";
import { type DeliveryFilterTexts, deliveryFilters, deliveryStatuses } from "./delivery-filters.ts";
import { eventGroupsFor } from "./event-groups.ts";
import { idFilter } from "./id-filter.tsx";

type DeliveryFilterBarProps = {
  filters: DeliveryFilterTexts;
  onChange: (changes: Partial<DeliveryFilterTexts>) => void;
  onClear: () => void;
};

export function DeliveryFilterBar({ filters, onChange, onClear }: DeliveryFilterBarProps) {
  const { errors } = deliveryFilters.read(filters, Date.now());
  const groups = eventGroupsFor(scopesOfKind[useSession().organization.kind]);
  const types = [...groups.flatMap((group) => group.types), "ping"];
  const id = (name: "payment" | "event", label: string, placeholder: string) =>
    idFilter({
      label,
      placeholder,
      value: filters[name],
      error: errors[name],
      onChange: (text) => onChange({ [name]: text }),
    });
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
          id("payment", "Payment", "pay_…"),
          id("event", "Event", "evt_…"),
          periodFilter({ filters, onChange }),
        ]}
        onClear={onClear}
      />
    </search>
  );
}

const statuses = deliveryStatuses.map((value) => ({ value, label: deliveryLooks[value].word }));
