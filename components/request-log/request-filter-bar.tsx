"use client";

import type { ListedApiKey } from "#components/api-keys/use-api-keys.ts";
import { DraftField } from "#components/ui/draft-field.tsx";
import { type Filter, FilterChips } from "#components/ui/filter-chips.tsx";
import { periodFilter } from "#components/ui/period-filter.tsx";
import type { Option } from "#components/ui/select-field.tsx";
import { errorCodes, errorStatus } from "#lib/core/errors.ts";
import { type RequestFilterTexts, requestFilters } from "./request-filters.ts";

type RequestFilterBarProps = {
  filters: RequestFilterTexts;
  setFilters: (changes: Partial<RequestFilterTexts>) => void;
  /** Paths of the API with their parameters' names. */
  routes: readonly string[];
  apiKeys: readonly ListedApiKey[];
};

/** Narrows the log. */
export function RequestFilterBar({ filters, setFilters, routes, apiKeys }: RequestFilterBarProps) {
  const wrong = requestFilters.read(filters, Date.now()).errors;
  const choice = (name: keyof RequestFilterTexts, label: string, options: readonly Option[]) => ({
    label,
    // A link may name a value that is not on the list.
    value: options.find(({ value }) => value === filters[name])?.label ?? filters[name],
    error: wrong[name],
    onRemove: () => setFilters({ [name]: "" }),
    options,
    chosen: filters[name],
    onChoose: (value: string) => setFilters({ [name]: value }),
  });
  const ofApi = [
    choice("key", "Key", keyOptions(apiKeys)),
    choice("route", "Route", routes.map(toOption)),
  ];
  const all: Filter[] = [
    choice("method", "Method", methods),
    choice("status", "Status", statuses),
    choice("error", "Error code", errorOptions),
    ...(filters.source === "console" ? [] : ofApi),
    {
      label: "Payment",
      value: filters.payment,
      onRemove: () => setFilters({ payment: "" }),
      fields: (
        <DraftField
          label="Payment id"
          placeholder="pay_…"
          mono
          value={filters.payment}
          onChange={(payment) => setFilters({ payment: payment.trim() })}
        />
      ),
    },
    periodFilter({ filters, onChange: setFilters }),
  ];
  return (
    <search
      aria-label="Request log"
      className="flex flex-wrap items-start gap-2 border-b border-line px-4 py-3 md:px-5"
    >
      <FilterChips
        filters={all}
        onClear={() => setFilters({ ...requestFilters.none, source: filters.source })}
      />
    </search>
  );
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"].map(toOption);

const statuses = [
  { value: "2xx", label: "2xx success" },
  { value: "4xx", label: "4xx refused" },
  { value: "5xx", label: "5xx failed" },
];

const errorOptions = errorCodes.map((code) => ({
  value: code,
  label: `${code} (${errorStatus[code]})`,
}));

function keyOptions(apiKeys: readonly ListedApiKey[]): Option[] {
  return apiKeys.map(({ id, name, hint }) => ({ value: id, label: `${name} (${hint})` }));
}

function toOption(value: string): Option {
  return { value, label: value };
}
