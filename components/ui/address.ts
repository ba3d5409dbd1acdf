import type Link from "next/link";
import { useSearchParams } from "next/navigation";
import type { ComponentProps } from "react";

type LinkProps = Pick<ComponentProps<typeof Link>, "href" | "prefetch" | "onNavigate">;

/**
 * The props of a link that only changes what the same page shows: nothing is fetched ahead for it,
 * nothing when it is followed, and the back button knows it.
 */
export function shallowLink(href: string): LinkProps {
  return {
    href,
    prefetch: false,
    onNavigate: (event) => {
      event.preventDefault();
      goShallow(href);
    },
  };
}

export function goShallow(href: string): void {
  // Next follows this with usePathname and useSearchParams.
  window.history.pushState(null, "", href);
}

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
