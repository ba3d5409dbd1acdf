"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { OrganizationKind } from "#lib/core/vocabulary.ts";

const CurrentConsole = createContext<ConsoleEntry | undefined>(undefined);

export function CurrentConsoleProvider({
  entry,
  children,
}: {
  entry: ConsoleEntry;
  children: ReactNode;
}) {
  return <CurrentConsole value={entry}>{children}</CurrentConsole>;
}

/** The console that a page belongs to: shared pages link within their own console. */
export function useCurrentConsole(): ConsoleEntry {
  const entry = useContext(CurrentConsole);
  if (!entry) throw new Error("useCurrentConsole: only inside a console's shell");
  return entry;
}

export type ConsoleEntry = {
  /** What the paths of all its pages begin with. */
  base: string;
  /** Its first page, where people land. */
  href: string;
  name: string;
  /** Below it each payment has its page, in the consoles that show payments. */
  payments?: string;
  /** The kinds of organization that use it. */
  kinds: readonly OrganizationKind[];
};

/** The consoles there are. Another one is its layout, its navigation and a line here. */
export const consoles = {
  merchant: {
    base: "/merchant",
    href: "/merchant",
    name: "Merchant console",
    payments: "/merchant/payments",
    kinds: ["merchant", "platform"],
  },
  issuer: {
    base: "/issuer",
    href: "/issuer",
    name: "Issuer console",
    kinds: ["issuer", "platform"],
  },
} as const satisfies Record<string, ConsoleEntry>;

/** The consoles that an organization uses, its own first. */
export function consolesOf(kind: OrganizationKind): ConsoleEntry[] {
  const all: ConsoleEntry[] = Object.values(consoles);
  return all.filter(({ kinds }) => kinds.includes(kind));
}
