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
  /** The prefix of the paths of all its pages. */
  base: string;
  /** Its first page. */
  href: string;
  name: string;
  /** The prefix of its payment pages, for consoles that show payments. */
  payments?: string;
  /** The kinds of organization that use it. */
  kinds: readonly OrganizationKind[];
};

/** All consoles. A new one is its layout, its navigation, and a line here. */
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

/** The consoles of an organization, its main one first. */
export function consolesOf(kind: OrganizationKind): ConsoleEntry[] {
  const all: ConsoleEntry[] = Object.values(consoles);
  return all.filter(({ kinds }) => kinds.includes(kind));
}
