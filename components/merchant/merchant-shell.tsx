"use client";

import type { ReactNode } from "react";
import { ConsoleShell } from "#components/console/console-shell.tsx";
import { consoles } from "#components/console/consoles.ts";
import { merchantNav } from "./merchant-nav.ts";

export function MerchantShell({ children }: { children: ReactNode }) {
  return (
    <ConsoleShell entry={consoles.merchant} nav={merchantNav}>
      {children}
    </ConsoleShell>
  );
}
