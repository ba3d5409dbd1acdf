import {
  ChartNoAxesColumn,
  ContactRound,
  Hourglass,
  KeyRound,
  Rocket,
  ScrollText,
  ShieldCheck,
  WalletCards,
} from "lucide-react";
import type { NavGroup } from "#components/console/nav.ts";
import { organizationNav } from "#components/console/organization-nav.ts";

/** The pages of the issuer console, in the order of the sidebar: a page adds its line here. */
export const issuerNav: readonly NavGroup[] = [
  {
    entries: [
      { href: "/issuer", label: "Overview", icon: ChartNoAxesColumn, exact: true },
      { href: "/issuer/cardholders", label: "Cardholders", icon: ContactRound },
      { href: "/issuer/access-log", label: "Access log", icon: ShieldCheck },
      { href: "/issuer/escrow", label: "Escrow", icon: Hourglass },
    ],
  },
  {
    heading: "Integration",
    entries: [
      { href: "/issuer/quickstart", label: "Quickstart", icon: Rocket },
      { href: "/issuer/keys", label: "API keys", icon: KeyRound },
      { href: "/issuer/requests", label: "Request log", icon: ScrollText },
      { href: "/wallet", label: "Wallet", icon: WalletCards },
    ],
  },
  organizationNav("/issuer"),
];
