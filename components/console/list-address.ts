import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { readSiteData, writeSiteData } from "#lib/browser/site-data.ts";

const keyOf = (list: string) => `sealslip.list.${list}`;

/** Remembers the filters of a list in this tab, for the way back from its detail pages. */
export function useRememberedList(): void {
  const list = usePathname();
  const filters = useSearchParams().toString();
  useEffect(() => writeSiteData("sessionStorage", keyOf(list), filters), [list, filters]);
}

/** The address of a list with the filters that it last had in this tab. */
export function useListAddress(list: string): string {
  const filters = useSyncExternalStore(neverChanges, () => readSiteData("sessionStorage", keyOf(list)) ?? "", none);
  return filters === "" ? list : `${list}?${filters}`;
}

// It changes on the list alone, where nothing links back to it.
const neverChanges = () => () => {};
const none = () => "";
