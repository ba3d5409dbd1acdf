import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { readSiteData, writeSiteData } from "#lib/browser/site-data.ts";

const keyOf = (list: string) => `sealslip.list.${list}`;

/** Remembers the filters of each page in this tab, for the way back from the detail pages of a list. */
export function useRememberedFilters(): void {
  const page = usePathname();
  const filters = useSearchParams().toString();
  useEffect(() => writeSiteData("sessionStorage", keyOf(page), filters), [page, filters]);
}

/** The address of a list with the filters that it last had in this tab. */
export function useListAddress(list: string): string {
  const read = () => readSiteData("sessionStorage", keyOf(list)) ?? "";
  const filters = useSyncExternalStore(neverChanges, read, none);
  return filters === "" ? list : `${list}?${filters}`;
}

// They change on the list alone, where nothing links back to it.
const neverChanges = () => () => {};
const none = () => "";
