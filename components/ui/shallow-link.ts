import type Link from "next/link";
import type { ComponentProps } from "react";

type LinkProps = Pick<ComponentProps<typeof Link>, "href" | "prefetch" | "onNavigate">;

/**
 * The props of a link that only changes the view of the same page: nothing is prefetched or fetched for it,
 * and the back button works.
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
  // Next notices this through usePathname and useSearchParams.
  window.history.pushState(null, "", href);
}
