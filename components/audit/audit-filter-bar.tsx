"use client";

import { environmentLooks } from "#components/console/environment.tsx";
import { anyText, defineFilters, oneOf } from "#components/ui/define-filters.ts";
import { DraftField } from "#components/ui/draft-field.tsx";
import { FilterChips } from "#components/ui/filter-chips.tsx";
import { periodFilter } from "#components/ui/period-filter.tsx";
import type { Option } from "#components/ui/select-field.tsx";
import type { Sent } from "#lib/browser/api.ts";
import { auditActions } from "#lib/core/audit.ts";
import { environments } from "#lib/core/vocabulary.ts";
import { actionOptions } from "./audit-words.ts";

type AuditFilterBarProps = {
  filters: AuditFilterTexts;
  onChange: (changes: Partial<AuditFilterTexts>) => void;
  onClear: () => void;
};

export function AuditFilterBar({ filters, onChange, onClear }: AuditFilterBarProps) {
  const { errors } = auditFilters.read(filters, Date.now());
  const choice = (name: "action" | "environment", label: string, options: readonly Option[]) => ({
    label,
    // A link may name a value that is not on the list.
    value: options.find(({ value }) => value === filters[name])?.label ?? filters[name],
    error: errors[name],
    onRemove: () => onChange({ [name]: "" }),
    options,
    chosen: filters[name],
    onChoose: (value: string) => onChange({ [name]: value }),
  });
  const id = (name: "actor" | "target", label: string, placeholder: string) => ({
    label,
    value: filters[name],
    onRemove: () => onChange({ [name]: "" }),
    fields: (
      <DraftField
        label={`${label} id`}
        placeholder={placeholder}
        maxLength={128}
        mono
        value={filters[name]}
        onChange={(text) => onChange({ [name]: text.trim() })}
      />
    ),
  });
  return (
    <search
      aria-label="Audit trail"
      className="flex flex-wrap items-start gap-2 border-b border-line px-4 py-3 md:px-5"
    >
      <FilterChips
        filters={[
          choice("action", "Action", actionOptions),
          id("actor", "Actor", "mem_… or ak_…"),
          id("target", "Target", "mem_…, ak_…, usr_…, pay_…"),
          choice("environment", "Environment", environmentOptions),
          periodFilter({ filters, onChange }),
        ]}
        onClear={onClear}
      />
    </search>
  );
}

const environmentOptions = environments.map((value) => ({
  value,
  label: environmentLooks[value].label,
}));

export const auditFilters = defineFilters({
  action: oneOf(auditActions),
  actor: anyText,
  target: anyText,
  environment: oneOf(environments),
});

export type AuditFilterTexts = typeof auditFilters.none;

/** The query for the API. */
export function toAuditQuery(filters: AuditFilterTexts): Sent<"GET /api/console/audit", "query"> {
  const { actor: actorId, ...query } = auditFilters.read(filters, Date.now()).query;
  return { ...query, actorId };
}
