import { useSearchParams } from "next/navigation";
import { useEffect } from "react";

/**
 * Filters in the address, so that they can be shared and survive a reload. All are texts; empty ones stay out
 * of the address.
 */
export function useFilters<Name extends string>(
  names: readonly Name[],
): { filters: Record<Name, string>; setFilters: (changes: Partial<Record<Name, string>>) => void } {
  const params = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as Record<
    Name,
    string
  >;
  useEffect(() => forgetDrawn(params), [params]);
  useEffect(() => forgetAll, []);
  return { filters, setFilters };
}

type Changes = Record<string, string | undefined>;

/** Changes that are not rendered yet: each time Next renders an earlier one, it restores that address. */
const undrawn = { changes: {} as Changes };

function forgetDrawn(params: { get(name: string): string | null }): void {
  const changes = Object.entries(undrawn.changes);
  if (changes.every(([name, value]) => (params.get(name) ?? "") === (value ?? ""))) forgetAll();
}

function forgetAll(): void {
  undrawn.changes = {};
}

function setFilters(changes: Changes): void {
  undrawn.changes = { ...undrawn.changes, ...changes };
  const { pathname, search } = window.location;
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(undrawn.changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  // Next follows this with useSearchParams, without a request to the server.
  window.history.replaceState(null, "", `${pathname}${next.size > 0 ? `?${next}` : ""}`);
}
