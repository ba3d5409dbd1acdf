import type { ReactNode } from "react";
import { HomeLink } from "#components/ui/home-link.tsx";
import { DocsMenu } from "./docs-menu.tsx";
import { DocsNav } from "./docs-nav.tsx";
import { DocsSearch } from "./docs-search.tsx";

type DocsShellProps = {
  /** The address of this page, which the navigation marks. */
  current: string;
  /** In place of the list of all pages, for a page that needs a list of its own. */
  nav?: ReactNode;
  /** Beside the page where there is room, such as what is on it. */
  aside?: ReactNode;
  children: ReactNode;
};

/** The frame of every page of the documentation: header, search, and navigation. */
export function DocsShell({ current, nav, aside, children }: DocsShellProps) {
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 bg-pine px-4 py-3 font-medium text-on-pine focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 border-b border-line bg-paper print:hidden">
        <div className={`${width} flex min-h-16 flex-wrap items-center gap-x-3 sm:gap-x-6`}>
          <DocsMenu>
            <DocsNav label="All pages" current={current} />
          </DocsMenu>
          <HomeLink />
          <a href="/docs" className="text-lg text-muted hover:text-ink max-sm:sr-only">
            Docs
          </a>
          <div className="ml-auto flex items-center gap-x-4 sm:gap-x-6">
            <DocsSearch />
            <a href="/docs/reference" className={`${link} max-md:hidden`}>
              API reference
            </a>
            <a href="/sign-in" className={`${link} max-sm:hidden`}>
              Sign in
            </a>
          </div>
        </div>
      </header>
      <div
        className={`${width} grid grid-cols-1 gap-x-12 lg:grid-cols-[15rem_minmax(0,1fr)] print:block ${aside ? "xl:grid-cols-[15rem_minmax(0,1fr)_13rem]" : ""}`}
      >
        <div className="sticky top-16 -ml-3 max-h-[calc(100dvh-4rem)] self-start overflow-y-auto py-8 max-lg:hidden print:hidden">
          {nav ?? <DocsNav label="Documentation" current={current} />}
        </div>
        <main
          id="content"
          tabIndex={-1}
          className="min-w-0 py-8 wrap-break-word outline-none lg:pb-16"
        >
          {children}
        </main>
        {aside ? (
          <div className="sticky top-16 max-h-[calc(100dvh-4rem)] self-start overflow-y-auto py-8 max-xl:hidden print:hidden">
            {aside}
          </div>
        ) : null}
        <div data-all-pages="" className="hidden border-t border-line py-8 max-lg:noscript:block">
          <DocsNav label="All pages" current={current} />
        </div>
      </div>
    </>
  );
}

const width = "mx-auto max-w-[88rem] px-5 sm:px-10";

const link =
  "py-1 text-sm font-medium whitespace-nowrap text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep";
