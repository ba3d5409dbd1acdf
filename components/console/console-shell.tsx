"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { HomeLink } from "#components/ui/home-link.tsx";
import { XRay, XRayButton } from "#components/x-ray/x-ray.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { type ConsoleEntry, CurrentConsoleProvider, consoles } from "./current-console.tsx";
import { EnvironmentSwitch, RealDataBand } from "./environment-switch.tsx";
import { GuestBand } from "./guest-band.tsx";
import { useRememberedFilters } from "./list-address.ts";
import {
  issuerNav,
  merchantNav,
  type NavGroup,
  NavList,
  OrganizationLine,
  useOwnPages,
} from "./navigation.tsx";
import { PhoneBar } from "./phone-bar.tsx";
import { SessionGate } from "./session-gate.tsx";
import { SearchButton, Shortcuts } from "./shortcuts.tsx";
import { StaleNotice } from "./stale-notice.tsx";
import { Toasts } from "./toasts.tsx";

export function MerchantShell({ children }: { children: ReactNode }) {
  return (
    <ConsoleShell entry={consoles.merchant} nav={merchantNav}>
      {children}
    </ConsoleShell>
  );
}

export function IssuerShell({ children }: { children: ReactNode }) {
  return (
    <ConsoleShell entry={consoles.issuer} nav={issuerNav}>
      {children}
    </ConsoleShell>
  );
}

type ConsoleShellProps = {
  entry: ConsoleEntry;
  nav: readonly NavGroup[];
  children: ReactNode;
};

/** The frame of every console page: a sidebar on a desktop, a bar with a drawer on a tablet or phone. */
function ConsoleShell(props: ConsoleShellProps) {
  return (
    <SessionGate entry={props.entry}>
      <Frame {...props} />
    </SessionGate>
  );
}

function Frame({ entry, nav: pages, children }: ConsoleShellProps) {
  const nav = useOwnPages(pages);
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 bg-pine px-4 py-3 font-medium text-on-pine focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <div className="desk:grid desk:grid-cols-[15rem_minmax(0,1fr)]">
        <PhoneBar entry={entry} nav={nav} />
        <aside
          aria-label={entry.name}
          className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-copy desk:flex"
        >
          <div className="space-y-4 p-4">
            <HomeLink />
            <OrganizationLine entry={entry} />
            <EnvironmentSwitch />
            <SearchButton look="field" />
          </div>
          <div className="grow overflow-y-auto px-2 py-1">
            <NavList label="Pages" nav={nav} />
          </div>
          <div className="border-t border-line">
            <div className="px-2 pt-1">
              <XRayButton />
            </div>
            <AccountMenu />
          </div>
        </aside>
        <Main>
          <CurrentConsoleProvider entry={entry}>{children}</CurrentConsoleProvider>
        </Main>
      </div>
      <StaleNotice />
      <Toasts />
      <Shortcuts entry={entry} nav={nav} />
      <XRay />
    </>
  );
}

/** Inside the gate, so that it exists from the first page on. */
function Main({ children }: { children: ReactNode }) {
  useRememberedFilters();
  return (
    <main ref={usePageFocus()} id="content" tabIndex={-1} className="min-w-0 outline-none">
      <RealDataBand />
      <GuestBand />
      <div className="mx-auto max-w-6xl space-y-6 px-4 py-6 md:px-8">{children}</div>
    </main>
  );
}

type Shown = { pathname: string; heading: Element | null };

/**
 * For the `main` of a console: takes the focus when another page appears in it, as a new document would. The
 * clicked link is in the sidebar or gone; the next Tab moves into the page.
 */
function usePageFocus(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const shown = useRef<Shown>(undefined);
  const pathname = usePathname();
  useEffect(() => {
    const before = shown.current;
    const heading = main.current?.querySelector("h1") ?? null;
    shown.current = { pathname, heading };
    if (before === undefined || before.pathname === pathname) return;
    // An address that only opens a panel does not change the page, and the panel takes the focus itself.
    if (before.heading === heading || main.current?.contains(document.activeElement)) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
