"use client";

import { SlidersHorizontal, X } from "lucide-react";
import { useId, useState } from "react";
import type { ListedApiKey } from "#components/api-keys/use-api-keys.ts";
import { Button } from "#components/ui/button.tsx";
import { DateRangeFilter } from "#components/ui/date-range-filter.tsx";
import { type Option, SelectField } from "#components/ui/select-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { errorCodes, errorStatus } from "#lib/core/errors.ts";
import { countRequestFilters, type RequestFilterTexts, requestFilters } from "./request-filters.ts";

type RequestFilterBarProps = {
  filters: RequestFilterTexts;
  setFilters: (changes: Partial<RequestFilterTexts>) => void;
  /** Paths of the API with their parameters' names. */
  routes: readonly string[];
  apiKeys: readonly ListedApiKey[];
};

/** Narrows the log; on a phone it opens when it is asked for. */
export function RequestFilterBar({ filters, setFilters, routes, apiKeys }: RequestFilterBarProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const count = countRequestFilters(filters);
  const choose = (name: keyof RequestFilterTexts) => ({
    value: filters[name],
    onChange: ({ target }: { target: { value: string } }) => setFilters({ [name]: target.value }),
  });
  const ofApi = filters.source !== "console";
  return (
    <div className="border-b border-line px-4 py-3 md:px-5">
      <div className="flex items-center justify-between gap-3 md:hidden">
        <Button
          look="secondary"
          icon={SlidersHorizontal}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {count === 0 ? "Filters" : `Filters (${count})`}
        </Button>
      </div>
      <div
        id={id}
        className={`grid grid-cols-2 gap-3 max-md:mt-3 md:grid md:grid-cols-3 lg:grid-cols-6 ${open ? "" : "max-md:hidden"}`}
      >
        <SelectField label="Method" options={methods} {...choose("method")} />
        <SelectField label="Status" options={statuses} {...choose("status")} />
        <SelectField label="Error code" options={errors} {...choose("error")} />
        {ofApi ? (
          <>
            <SelectField
              label="Key"
              options={withChosen(keyOptions(apiKeys), filters.key)}
              {...choose("key")}
            />
            <div className="col-span-2">
              <SelectField
                label="Route"
                options={withChosen(routeOptions(routes), filters.route)}
                {...choose("route")}
              />
            </div>
          </>
        ) : null}
        <div className={`col-span-2 ${filters.time === "custom" ? "md:col-span-3" : ""}`}>
          <DateRangeFilter filters={filters} onChange={setFilters} />
        </div>
        <div className="col-span-2">
          <PaymentFilter
            key={filters.payment}
            payment={filters.payment}
            onChange={(payment) => setFilters({ payment })}
          />
        </div>
        {count > 0 ? (
          <div className="col-span-2 self-end md:col-span-1">
            <Button
              look="ghost"
              icon={X}
              onClick={() => setFilters({ ...requestFilters.none, source: filters.source })}
            >
              Clear
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}

type PaymentFilterProps = { payment: string; onChange: (payment: string) => void };

/** Applied when complete: on Enter, or when the field loses focus. */
function PaymentFilter({ payment, onChange }: PaymentFilterProps) {
  const [typed, setTyped] = useState(payment);
  const take = () => (typed.trim() === payment ? undefined : onChange(typed.trim()));
  return (
    <TextField
      label="Payment id"
      placeholder="pay_…"
      mono
      spellCheck={false}
      autoComplete="off"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={({ key }) => (key === "Enter" ? take() : undefined)}
    />
  );
}

const any: Option = { value: "", label: "Any" };

const methods = [any, ...["GET", "POST", "PUT", "DELETE"].map(toOption)];

const statuses = [
  any,
  { value: "2xx", label: "2xx success" },
  { value: "4xx", label: "4xx refused" },
  { value: "5xx", label: "5xx failed" },
];

const errors = [
  any,
  ...errorCodes.map((code) => ({ value: code, label: `${code} (${errorStatus[code]})` })),
];

function routeOptions(routes: readonly string[]): Option[] {
  return [any, ...routes.map(toOption)];
}

function keyOptions(apiKeys: readonly ListedApiKey[]): Option[] {
  const options = apiKeys.map(({ id, name, hint }) => ({ value: id, label: `${name} (${hint})` }));
  return [any, ...options];
}

/** A link may ask for something that is not on the list; it must not look like “any”. */
function withChosen(options: Option[], value: string): Option[] {
  return options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }];
}

function toOption(value: string): Option {
  return { value, label: value };
}
