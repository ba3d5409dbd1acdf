import {
  ChartNoAxesColumn,
  KeyRound,
  Nfc,
  Plug,
  ReceiptText,
  Rocket,
  ScrollText,
} from "lucide-react";
import type { NavGroup } from "#components/console/nav.ts";
import { organizationNav } from "#components/console/organization-nav.ts";

/** The pages of the merchant console, in the order of the sidebar: a page adds its line here. */
export const merchantNav: readonly NavGroup[] = [
  {
    entries: [
      { href: "/merchant", label: "Overview", icon: ChartNoAxesColumn, exact: true },
      { href: "/merchant/payments", label: "Payments", icon: ReceiptText },
    ],
  },
  {
    heading: "Integration",
    entries: [
      { href: "/merchant/quickstart", label: "Quickstart", icon: Rocket },
      { href: "/merchant/keys", label: "API keys", icon: KeyRound },
      { href: "/merchant/requests", label: "Request log", icon: ScrollText },
      { href: "/merchant/gateways", label: "Gateways", icon: Plug },
      { href: "/terminal", label: "Terminal", icon: Nfc },
    ],
  },
  organizationNav("/merchant"),
];
