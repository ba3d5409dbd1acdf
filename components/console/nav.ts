import type { LucideIcon } from "lucide-react";

export type NavEntry = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Of this page alone, not of what is below its path. */
  exact?: true;
};

/** Entries that belong together; the first group has no heading. */
export type NavGroup = { heading?: string; entries: readonly NavEntry[] };

/** The entry whose page is shown, or that what is shown belongs to. */
export function isCurrent({ href, exact }: NavEntry, pathname: string): boolean {
  return pathname === href || (!exact && pathname.startsWith(`${href}/`));
}
