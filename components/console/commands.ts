import {
  ArrowRightLeft,
  ContactRound,
  KeyRound,
  LogOut,
  type LucideIcon,
  Plus,
  ReceiptText,
  ScrollText,
  Undo2,
  UserRoundSearch,
  Users,
  Webhook,
  Zap,
} from "lucide-react";
import { useRouter } from "next/navigation";
import type { Found } from "#lib/search/contract.ts";
import { useSignOut } from "./account-menu.tsx";
import { type ConsoleEntry, consoles, consolesOf } from "./current-console.tsx";
import { environmentLooks, useEnvironment } from "./environment.tsx";
import type { NavGroup } from "./navigation.tsx";
import { useMay, useSession } from "./session.tsx";

export type Command = {
  id: string;
  group: string;
  icon: LucideIcon;
  title: string;
  detail?: string;
  /** A result for an earlier text: still shown, but it cannot be opened. */
  isStale?: boolean;
  run: () => void;
};

export type CommandSources = { entry: ConsoleEntry; nav: readonly NavGroup[] };

type Typed = CommandSources & {
  text: string;
  /** The service's results for it, or for an earlier text if they are stale. */
  found: readonly Found[];
  isStale: boolean;
};

/**
 * The commands that match `text`, group by group: pages and actions by a part of their names, then search
 * results. `onLeave` runs before the page changes.
 */
export function useCommands(typed: Typed, onLeave: () => void): Command[] {
  const { entry, nav, text, found, isStale } = typed;
  const go = useGo(onLeave);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const known = useKnownCommands({ entry, nav }, onLeave).filter(({ title, group }) =>
    words.every((word) => `${group} ${title}`.toLowerCase().includes(word)),
  );
  return [...known, ...found.map((one) => ({ ...toCommand(one, entry, go), isStale }))];
}

function useGo(onLeave: () => void) {
  const router = useRouter();
  return (href: string) => {
    onLeave();
    router.push(href);
  };
}

/** The pages, and the actions that are available everywhere. */
function useKnownCommands({ entry, nav }: CommandSources, onLeave: () => void): Command[] {
  const { organization, member } = useSession();
  const { environment, environments, choose } = useEnvironment();
  const [mayRefund, mayIntegrate] = [useMay("support"), useMay("developer")];
  const signOut = useSignOut();
  const go = useGo(onLeave);
  const pages = nav.flatMap(({ entries }) =>
    entries.map(({ href, label, icon }) => ({
      id: href,
      group: "Pages",
      icon,
      title: label,
      run: () => go(href),
    })),
  );
  const others = consolesOf(organization.kind).filter(({ name }) => name !== entry.name);
  const actions = [
    ...(entry === consoles.merchant && mayRefund
      ? [
          {
            id: "refund",
            icon: Undo2,
            title: "Refund a payment",
            detail: "Open it, then press Refund",
            run: () => go(consoles.merchant.payments),
          },
        ]
      : []),
    ...(entry === consoles.issuer && !member.isGuest
      ? [
          {
            id: "find-cardholder",
            icon: UserRoundSearch,
            title: "Find a cardholder by customer number",
            run: () => go(`${entry.base}/cardholders?find=cardholder`),
          },
        ]
      : []),
    ...(mayIntegrate
      ? [
          {
            id: "create-key",
            icon: Plus,
            title: "Create an API key",
            run: () => go(`${entry.base}/keys?create=key`),
          },
          {
            id: "add-endpoint",
            icon: Webhook,
            title: "Add a webhook endpoint",
            run: () => go(`${entry.base}/webhooks?create=endpoint`),
          },
        ]
      : []),
    ...environments
      .filter((name) => name !== environment)
      .map((name) => ({
        id: `environment-${name}`,
        icon: environmentLooks[name].icon,
        title: `Switch environment to ${environmentLooks[name].label.toLowerCase()}`,
        run: () => {
          onLeave();
          choose(name);
        },
      })),
    ...others.map(({ href, name }) => ({
      id: `console-${href}`,
      icon: ArrowRightLeft,
      title: `Go to the ${name.toLowerCase()}`,
      run: () => go(href),
    })),
    { id: "sign-out", icon: LogOut, title: "Sign out", run: () => signOut.mutate() },
  ];
  return [...pages, ...actions.map((action) => ({ ...action, group: "Actions" }))];
}

function toCommand(
  { kind, id, title, detail }: Found,
  { base }: ConsoleEntry,
  go: (href: string) => void,
): Command {
  const { group, icon, path } = kinds[kind];
  const href = path(base, encodeURIComponent(id));
  return { id: `${kind}-${id}`, group, icon, title, detail, run: () => go(href) };
}

type Kind = { group: string; icon: LucideIcon; path: (base: string, id: string) => string };

const kinds: Record<Found["kind"], Kind> = {
  payment: {
    group: "Payments",
    icon: ReceiptText,
    path: (_, id) => `${consoles.merchant.payments}/${id}`,
  },
  cardholder: {
    group: "Cardholders",
    icon: ContactRound,
    path: (_, id) => `${consoles.issuer.base}/cardholders/${id}`,
  },
  api_key: { group: "API keys", icon: KeyRound, path: (base, id) => `${base}/keys/${id}` },
  member: { group: "Members", icon: Users, path: (base) => `${base}/team` },
  event: { group: "Events", icon: Zap, path: (base, id) => `${base}/events/${id}` },
  request: { group: "Requests", icon: ScrollText, path: (base, id) => `${base}/requests/${id}` },
};
