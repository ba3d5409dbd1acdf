import { ArrowLeft, ArrowRight, FileText } from "lucide-react";
import type { Guide } from "#lib/docs/contract.ts";
import { docsGroups } from "./docs-pages.ts";
import { DocsShell } from "./docs-shell.tsx";
import { GuideText } from "./guide-text.tsx";
import { HeadingList, OnThisPage } from "./on-this-page.tsx";

type GuidePageProps = {
  guide: Guide;
  href: string;
  /** The group that the page belongs to. */
  group: string;
};

/** A guide or another document of the repository, as a page. */
export function GuidePage({ guide, href, group }: GuidePageProps) {
  const { title, headings } = guide;
  return (
    <DocsShell current={href} aside={<OnThisPage id="on-this-page" headings={headings} />}>
      <article>
        <p className="text-sm font-medium text-muted">{group}</p>
        <h1 className="mt-1 max-w-[24ch] text-3xl leading-tight font-medium tracking-[-0.03em] text-balance sm:text-4xl">
          {title}
        </h1>
        {headings.length > 1 ? (
          <details className="mt-6 border border-line bg-slip xl:hidden print:hidden">
            <summary className="flex min-h-11 cursor-pointer items-center px-4 text-sm font-medium">
              On this page
            </summary>
            <div className="px-4 pb-3 text-sm">
              <HeadingList headings={headings} />
            </div>
          </details>
        ) : null}
        <div className="mt-6">
          <GuideText guide={guide} />
        </div>
      </article>
      <footer className="mt-16 print:hidden">
        {href.startsWith("/docs/") ? (
          <a
            href={`${href}.md`}
            className="inline-flex min-h-11 items-center gap-2 text-sm text-muted hover:text-ink hover:underline hover:underline-offset-4"
          >
            <FileText aria-hidden="true" className="size-4" />
            This page as Markdown
          </a>
        ) : null}
        <NextPages current={href} />
      </footer>
    </DocsShell>
  );
}

/** The pages before and after this one, in the order of the navigation. */
function NextPages({ current }: { current: string }) {
  const pages = docsGroups.flatMap((group) => group.pages);
  const at = pages.findIndex(({ href }) => href === current);
  if (at === -1) return null;
  const [previous, next] = [pages[at - 1], pages[at + 1]];
  return (
    <nav
      aria-label="Previous and next page"
      className="mt-4 grid gap-x-6 gap-y-3 border-t border-line pt-6 sm:grid-cols-2"
    >
      {previous ? (
        <a href={previous.href} rel="prev" className={`${turn} sm:col-start-1`}>
          <span className="flex items-center gap-1.5 text-xs text-muted">
            <ArrowLeft aria-hidden="true" className="size-3.5" />
            Previous
          </span>
          <span className="font-medium group-hover:underline">{previous.label}</span>
        </a>
      ) : null}
      {next ? (
        <a href={next.href} rel="next" className={`${turn} sm:col-start-2 sm:text-right`}>
          <span className="flex items-center gap-1.5 text-xs text-muted sm:justify-end">
            Next
            <ArrowRight aria-hidden="true" className="size-3.5" />
          </span>
          <span className="font-medium group-hover:underline">{next.label}</span>
        </a>
      ) : null}
    </nav>
  );
}

const turn = "group block border border-line bg-slip px-4 py-3 hover:border-edge";
