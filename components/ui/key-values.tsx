import type { ReactNode } from "react";
import type { StoredValue } from "#lib/core/data-inventory.ts";

type KeyValuesProps = {
  /** `stored`: the name of the value in the inventory of stored data. */
  rows: readonly { name: string; value: ReactNode; stored?: StoredValue }[];
};

/** Names and values of one thing, a line each; on a phone the value stands below its name. */
export function KeyValues({ rows }: KeyValuesProps) {
  return (
    <dl className="divide-y divide-dashed divide-line text-sm">
      {rows.map(({ name, value, stored }) => (
        <div key={name} className="py-2.5 md:flex md:gap-6">
          <dt className="shrink-0 text-muted md:w-36 min-[90rem]:w-44">{name}</dt>
          <dd className="min-w-0 break-words md:grow">
            {stored ? <div data-stored={stored}>{value}</div> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
