"use client";

import { Plus, SlidersHorizontal, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "./button.tsx";
import { FieldErrorLine } from "./field.tsx";
import { Menu } from "./menu.tsx";
import { Popover } from "./popover.tsx";
import type { Option } from "./select-field.tsx";

/** One way to narrow a list: a choice of options, or fields of its own. */
export type Filter = {
  label: string;
  /** Its value, in words; empty while it is not set. */
  value: string;
  error?: string | undefined;
  onRemove: () => void;
} & (
  | { options: readonly Option[]; chosen: string; onChoose: (value: string) => void }
  | { fields: ReactNode }
);

type FilterChipsProps = { filters: readonly Filter[]; onClear: () => void };

/** The active filters, and the others: on a phone, the others are folded until requested. */
export function FilterChips({ filters, onClear }: FilterChipsProps) {
  const [unfolded, setUnfolded] = useState(false);
  const isSet = filters.some(({ value }) => value !== "");
  return (
    <>
      <Button
        look="secondary"
        size="small"
        icon={SlidersHorizontal}
        className="md:hidden"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        Filters
      </Button>
      {filters.map((filter) => (
        <FilterChip
          key={filter.label}
          filter={filter}
          isFolded={!unfolded && filter.value === "" && filter.error === undefined}
        />
      ))}
      {isSet ? (
        <Button look="ghost" size="small" onClick={onClear}>
          Clear all
        </Button>
      ) : null}
    </>
  );
}

function FilterChip({ filter, isFolded }: { filter: Filter; isFolded: boolean }) {
  const id = useId();
  const { label, value, error, onRemove } = filter;
  const border = error ? "border-alarm" : value ? "border-ink" : "border-edge border-dashed";
  const trigger = (
    <button
      type="button"
      aria-describedby={error ? id : undefined}
      className={`flex min-h-11 min-w-0 cursor-pointer items-center gap-1.5 px-2.5 hover:bg-ink/6 md:min-h-8.5 ${value ? "" : "text-muted hover:text-ink"}`}
    >
      {value ? null : <Plus aria-hidden="true" className="size-3.5 shrink-0" />}
      <span className="truncate">
        {label}
        {value ? <span className="font-medium">: {value}</span> : null}
      </span>
    </button>
  );
  return (
    <div className={`min-w-0 max-w-full text-sm md:text-xs ${isFolded ? "max-md:hidden" : ""}`}>
      <div className={`inline-flex max-w-full border ${border}`}>
        {"fields" in filter ? (
          <Popover trigger={trigger} label={label}>
            {filter.fields}
          </Popover>
        ) : (
          <Menu
            align="start"
            trigger={trigger}
            entries={[
              {
                kind: "choice",
                label,
                value: filter.chosen,
                options: filter.options,
                onChange: filter.onChoose,
              },
            ]}
          />
        )}
        {value ? (
          <button
            type="button"
            aria-label={`Remove the filter ${label}`}
            onClick={onRemove}
            className="grid min-h-11 min-w-11 shrink-0 cursor-pointer place-items-center text-muted hover:bg-ink/6 hover:text-ink md:min-h-8.5 md:min-w-8.5"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        ) : null}
      </div>
      <FieldErrorLine id={id} subject={label} error={error} />
    </div>
  );
}
