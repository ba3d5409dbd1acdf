import type { ReactNode } from "react";
import { HomeLink } from "./home-link.tsx";
import { Slip } from "./slip.tsx";

type NoticeProps = {
  /** Set small above the title, like the number of a slip. */
  label: string;
  title: string;
  children: ReactNode;
};

/** A page with a single message, on a slip of its own. */
export function Notice({ label, title, children }: NoticeProps) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-[84rem] flex-col px-5 sm:px-10 lg:px-16">
      <header className="flex h-16 items-center">
        <HomeLink />
      </header>
      <main className="grid grow place-items-center pb-24">
        <div className="w-full max-w-sm">
          <Slip paper="panel">
            <p className="border-b border-dashed border-line pb-3 font-mono text-xs text-muted">
              {label}
            </p>
            <h1 className="mt-5 text-2xl font-medium tracking-tight">{title}</h1>
            <div className="mt-2 space-y-5 text-muted">{children}</div>
          </Slip>
        </div>
      </main>
    </div>
  );
}
