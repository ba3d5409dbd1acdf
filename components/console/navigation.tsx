"use client";

import {
  ArrowLeft,
  ChartNoAxesColumn,
  CircleUserRound,
  ContactRound,
  KeyRound,
  Landmark,
  type LucideIcon,
  Nfc,
  Plug,
  ReceiptText,
  Rocket,
  ScrollText,
  Settings,
  ShieldCheck,
  Undo2,
  Users,
  WalletCards,
  Webhook,
  Zap,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { NearLink } from "#components/ui/near-link.tsx";
import { type ConsoleEntry, consolesOf } from "./current-console.tsx";
import { useListAddress } from "./list-address.ts";
import { useSession } from "./session.tsx";

type NavListProps = { label: string; nav: readonly NavGroup[]; onGo?: () => void };

export function NavList({ label, nav, onGo }: NavListProps) {
  return (
    <nav aria-label={label} className="space-y-5">
      {nav.map(({ heading, entries }) => (
        <div key={heading ?? "first"}>
          {heading ? <p className="px-3 pb-1 text-xs text-muted">{heading}</p> : null}
          <ul>
            {entries.map((entry) => (
              <li key={entry.href}>
                <NavLink entry={entry} {...(onGo ? { onGo } : {})} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The pages that the member may open: a guest of the demo sees a few. */
export function useOwnPages(nav: readonly NavGroup[]): readonly NavGroup[] {
  const { isGuest } = useSession().member;
  if (!isGuest) return nav;
  return nav
    .map(({ entries, ...group }) => ({ ...group, entries: entries.filter(({ guests }) => guests) }))
    .filter(({ entries }) => entries.length > 0);
}

function NavLink({ entry, onGo }: { entry: NavEntry; onGo?: () => void }) {
  const current = isCurrent(entry, usePathname());
  const Icon = entry.icon;
  return (
    <NearLink
      href={entry.href}
      aria-current={current ? "page" : undefined}
      {...(onGo ? { onClick: onGo } : {})}
      className={`flex min-h-11 items-center gap-2.5 border-l-2 px-3 text-sm transition-colors md:min-h-9 ${current ? "border-pine bg-slip font-medium" : "border-transparent text-muted hover:text-ink"}`}
    >
      <Icon
        aria-hidden="true"
        className={`size-4 shrink-0 ${current ? "text-pine" : ""}`}
        strokeWidth={1.75}
      />
      {entry.label}
    </NearLink>
  );
}

type NavEntry = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Matches this page only, not those below its path. */
  exact?: true;
  /** Whether a guest of the demo may open it. */
  guests?: true;
  /** The key that opens it after "g". */
  shortcut?: string;
};

/** Entries that belong together; the first group has no heading. */
export type NavGroup = { heading?: string; entries: readonly NavEntry[] };

/** Whether the entry's page, or one below it, is shown. */
function isCurrent({ href, exact }: NavEntry, pathname: string): boolean {
  return pathname === href || (!exact && pathname.startsWith(`${href}/`));
}

/** The pages of the merchant console, in the order of the sidebar: a page adds its line here. */
export const merchantNav: readonly NavGroup[] = [
  {
    entries: [
      {
        guests: true,
        href: "/merchant",
        label: "Overview",
        icon: ChartNoAxesColumn,
        exact: true,
        shortcut: "o",
      },
      {
        guests: true,
        href: "/merchant/payments",
        label: "Payments",
        icon: ReceiptText,
        shortcut: "p",
      },
      { guests: true, href: "/merchant/refunds", label: "Refunds", icon: Undo2, shortcut: "f" },
    ],
  },
  {
    heading: "Integration",
    entries: [
      { href: "/merchant/quickstart", label: "Quickstart", icon: Rocket, shortcut: "q" },
      { href: "/merchant/keys", label: "API keys", icon: KeyRound, shortcut: "k" },
      { href: "/merchant/requests", label: "Request log", icon: ScrollText, shortcut: "r" },
      { href: "/merchant/webhooks", label: "Webhooks", icon: Webhook, shortcut: "w" },
      { guests: true, href: "/merchant/events", label: "Events", icon: Zap, shortcut: "e" },
      { href: "/merchant/gateways", label: "Gateways", icon: Plug, shortcut: "g" },
      { href: "/terminal", label: "Terminal", icon: Nfc },
    ],
  },
  organizationNav("/merchant"),
];

/** The pages of the issuer console, in the order of the sidebar: a page adds its line here. */
export const issuerNav: readonly NavGroup[] = [
  {
    entries: [
      {
        guests: true,
        href: "/issuer",
        label: "Overview",
        icon: ChartNoAxesColumn,
        exact: true,
        shortcut: "o",
      },
      {
        guests: true,
        href: "/issuer/cardholders",
        label: "Cardholders",
        icon: ContactRound,
        shortcut: "c",
      },
      { href: "/issuer/access-log", label: "Access log", icon: ShieldCheck, shortcut: "a" },
    ],
  },
  {
    heading: "Integration",
    entries: [
      { href: "/issuer/quickstart", label: "Quickstart", icon: Rocket, shortcut: "q" },
      { href: "/issuer/keys", label: "API keys", icon: KeyRound, shortcut: "k" },
      { href: "/issuer/requests", label: "Request log", icon: ScrollText, shortcut: "r" },
      { href: "/issuer/webhooks", label: "Webhooks", icon: Webhook, shortcut: "w" },
      { href: "/issuer/events", label: "Events", icon: Zap, shortcut: "e" },
      { href: "/wallet", label: "Wallet", icon: WalletCards },
    ],
  },
  organizationNav("/issuer"),
];

/** The pages about the organization and its people, which every console has below its `base`. */
function organizationNav(base: string): NavGroup {
  return {
    heading: "Organization",
    entries: [
      { href: `${base}/team`, label: "Team", icon: Users, shortcut: "t" },
      { href: `${base}/audit`, label: "Audit trail", icon: Landmark, shortcut: "u" },
      { href: `${base}/settings`, label: "Settings", icon: Settings, shortcut: "s" },
      { href: `${base}/account`, label: "Your account", icon: CircleUserRound },
    ],
  };
}

/** The organization of this console, and a link to the other console for members who have two. */
export function OrganizationLine({ entry }: { entry: ConsoleEntry }) {
  const { organization } = useSession();
  const others = consolesOf(organization.kind).filter(({ name }) => name !== entry.name);
  return (
    <div className="min-w-0 text-sm">
      <p className="truncate font-medium">{organization.name}</p>
      <p className="text-xs text-muted">{entry.name}</p>
      {others.map(({ href, name }) => (
        <NearLink
          key={href}
          href={href}
          className="mt-1 inline-block py-1 text-xs text-pine underline underline-offset-4"
        >
          Go to the {name.toLowerCase()}
        </NearLink>
      ))}
    </div>
  );
}

/** Above the heading of a detail page: the link back to its list, with the filters that the list had. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <NearLink
      href={useListAddress(href)}
      className="-my-2 inline-flex min-h-11 items-center gap-1.5 text-sm text-muted hover:text-ink md:min-h-9"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </NearLink>
  );
}
