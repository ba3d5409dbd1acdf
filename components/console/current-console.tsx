"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { ConsoleEntry } from "./consoles.ts";

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

/** The console that a page stands in: pages that several consoles have lead on within their own. */
export function useCurrentConsole(): ConsoleEntry {
  const entry = useContext(CurrentConsole);
  if (!entry) throw new Error("useCurrentConsole: only inside a console's shell");
  return entry;
}
