import type { ReactNode } from "react";
import { HomeLink } from "#components/ui/home-link.tsx";
import { MAX_VISIT_HOURS, VISIT_IDLE_MINUTES } from "#lib/core/retention.ts";

/** The page around a visit. */
export function VisitShell({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[92rem] px-5 pb-10 sm:px-8 xl:px-10">
      <header className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
        <HomeLink />
        <p className="min-w-0 grow basis-40 text-right text-sm text-muted text-balance max-[22rem]:text-left">
          Play money, no account. Deleted {VISIT_IDLE_MINUTES} minutes after you leave
          <span className="max-sm:hidden">, or after {MAX_VISIT_HOURS} hours</span>.
        </p>
      </header>
      <main>{children}</main>
    </div>
  );
}
