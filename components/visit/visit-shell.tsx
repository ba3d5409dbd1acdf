import type { ReactNode } from "react";
import { HomeLink } from "#components/ui/home-link.tsx";

/** The page around a visit. */
export function VisitShell({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[92rem] px-5 pb-10 sm:px-8 xl:px-10">
      <header className="flex min-h-16 items-center justify-between gap-4">
        <HomeLink />
        <p className="text-right text-sm text-muted text-balance">
          A demo with play money. No account needed.
        </p>
      </header>
      <main>{children}</main>
    </div>
  );
}
