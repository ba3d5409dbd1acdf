"use client";

import type { ReactNode } from "react";
import { ConsoleShell } from "#components/console/console-shell.tsx";
import { consoles } from "#components/console/consoles.ts";
import { issuerNav } from "./issuer-nav.ts";

export function IssuerShell({ children }: { children: ReactNode }) {
  return (
    <ConsoleShell entry={consoles.issuer} nav={issuerNav}>
      {children}
    </ConsoleShell>
  );
}
