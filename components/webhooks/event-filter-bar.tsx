"use client";

import { useSession } from "#components/console/session.tsx";
import { FilterChips } from "#components/ui/filter-chips.tsx";
import { periodFilter } from "#components/ui/period-filter.tsx";
import { scopesOfKind } from "#lib/core/permissions.ts";
import { type EventFilterTexts, eventFilters } from "./event-filters.ts";
import { eventGroupsFor } from "./event-groups.ts";
import { idFilter } from "./id-filter.tsx";

type EventFilterBarProps = {
  filters: EventFilterTexts;
  onChange: (changes: Partial<EventFilterTexts>) => void;
  onClear: () => void;
};

export function EventFilterBar({ filters, onChange, onClear }: EventFilterBarProps) {
  const { errors } = eventFilters.read(filters, Date.now());
  const scopes = scopesOfKind[useSession().organization.kind];
  const types = eventGroupsFor(scopes).flatMap((group) => group.types);
  const id = (name: "payment" | "user", label: string, placeholder: string) =>
    idFilter({
      label,
      placeholder,
      value: filters[name],
      error: errors[name],
      onChange: (text) => onChange({ [name]: text }),
    });
  return (
    <search
      aria-label="Events"
      className="flex flex-wrap items-start gap-2 border-b border-line px-4 py-3 md:px-5"
    >
      <FilterChips
        filters={[
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
          ...(scopes.includes("receipts:read") ? [id("user", "Cardholder", "usr_…")] : []),
          periodFilter({ filters, onChange }),
        ]}
        onClear={onClear}
      />
    </search>
  );
}
