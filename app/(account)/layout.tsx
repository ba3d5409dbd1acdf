import type { ReactNode } from "react";
import { HomeLink } from "#components/ui/home-link.tsx";
import { Slip } from "#components/ui/slip.tsx";

export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-[84rem] flex-col px-5 sm:px-10 lg:px-16">
      <header className="flex h-16 items-center">
        <HomeLink />
      </header>
      {/* Not centered: late content must not move a button away from under a finger. */}
      <main className="grid grow grid-cols-1 content-start justify-items-center pt-4 pb-16 md:pt-[9dvh]">
        <div className="w-full max-w-md">
          <Slip paper="panel">
            <div className="py-2 md:px-3">{children}</div>
          </Slip>
        </div>
      </main>
    </div>
  );
}
