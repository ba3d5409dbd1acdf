"use client";

import { LayoutDashboard } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { consoles } from "#components/console/current-console.tsx";
import { EnvironmentSwitch, RealDataBand } from "#components/console/environment-switch.tsx";
import { useSession } from "#components/console/session.tsx";
import { Toasts } from "#components/console/toasts.tsx";
import { HomeLink } from "#components/ui/home-link.tsx";
import { XRay, XRayButton } from "#components/x-ray/x-ray.tsx";

/** The frame around the terminal, kept small as on a tablet. */
export function TerminalShell({ children }: { children: ReactNode }) {
  const { organization } = useSession();
  return (
    <>
      <header className="border-b border-line bg-copy">
        <div className="mx-auto flex min-h-16 max-w-[88rem] flex-wrap items-center gap-x-3 gap-y-1 py-1 px-4 sm:gap-5 sm:px-8">
          <HomeLink />
          <p className="hidden min-w-0 border-l border-line pl-5 text-sm sm:block">
            <span className="block font-medium">Terminal</span>
            <span className="block truncate text-xs text-muted">{organization.name}</span>
          </p>
          <div className="ml-auto max-w-44 min-w-0 grow basis-28 max-[23rem]:order-last max-[23rem]:max-w-full max-[23rem]:basis-full">
            <EnvironmentSwitch />
          </div>
          <XRayButton />
          <Link
            href={consoles.merchant.href}
            className="grid min-h-11 min-w-11 place-items-center max-[23rem]:ml-auto text-sm font-medium text-pine hover:text-pine-deep md:min-h-9"
          >
            <LayoutDashboard aria-hidden="true" className="size-5 sm:hidden" />
            <span className="max-sm:sr-only">Console</span>
          </Link>
        </div>
      </header>
      <main>
        <RealDataBand />
        <div className="mx-auto max-w-[88rem] px-4 pt-6 pb-44 sm:px-8 lg:pb-12">{children}</div>
      </main>
      <Toasts isAboveBar />
      <XRay />
    </>
  );
}
