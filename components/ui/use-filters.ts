import { useSearchParams } from "next/navigation";

/**
 * Filters that live in the address, so that they can be sent around and a reload keeps them. All are
 * texts; what is empty stays out of the address.
 */
export function useFilters<Name extends string>(
  names: readonly Name[],
): { filters: Record<Name, string>; setFilters: (changes: Partial<Record<Name, string>>) => void } {
  const params = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as Record<
    Name,
    string
  >;
  return { filters, setFilters };
}

function setFilters(changes: Record<string, string | undefined>): void {
  // Read from the address itself, which has changes that are not drawn yet.
  const { pathname, search } = window.location;
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  // Next follows this with useSearchParams, without a request to the server.
  window.history.replaceState(null, "", `${pathname}${next.size > 0 ? `?${next}` : ""}`);
}
