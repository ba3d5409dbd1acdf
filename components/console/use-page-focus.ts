import { usePathname } from "next/navigation";
import { type RefObject, useEffect, useRef } from "react";

type Shown = { pathname: string; heading: Element | null };

/**
 * For the `main` of a console: takes the focus when another page appears in it, as a new document would. The
 * link that led there is in the sidebar or gone; the next Tab goes into the page.
 */
export function usePageFocus(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const shown = useRef<Shown>(undefined);
  const pathname = usePathname();
  useEffect(() => {
    const before = shown.current;
    const heading = main.current?.querySelector("h1") ?? null;
    shown.current = { pathname, heading };
    if (before === undefined || before.pathname === pathname) return;
    // An address that only opens a panel leaves the page as it is, and the panel takes the focus itself.
    if (before.heading === heading || main.current?.contains(document.activeElement)) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
