import type Link from "next/link";
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
