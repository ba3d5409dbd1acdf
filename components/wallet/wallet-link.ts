import type { ComponentProps } from "react";
import type { ButtonLink } from "#components/ui/button.tsx";

type LinkProps = Pick<ComponentProps<typeof ButtonLink>, "href" | "prefetch" | "onNavigate">;

/**
 * The props of a link from one of the wallet's screens to another. It asks the server for nothing:
 * what was opened stays in memory, and the wallet works offline.
 */
export function walletLink(href: `/wallet${string}`): LinkProps {
  return {
    href,
    prefetch: false,
    onNavigate: (event) => {
      event.preventDefault();
      showScreen(href);
    },
  };
}

/** Goes to one of the wallet's screens without a document. */
export function showScreen(href: string): void {
  // Next follows this with usePathname.
  window.history.pushState(null, "", href);
  window.scrollTo(0, 0);
}
