import type { GuideHeading } from "#lib/docs/contract.ts";

type OnThisPageProps = { headings: readonly GuideHeading[]; id: string };

/** Links to the sections of a page. Renders nothing for a page without them. */
export function OnThisPage({ headings, id }: OnThisPageProps) {
  if (headings.length === 0) return null;
  return (
    <nav aria-labelledby={id} className="text-sm">
      <p id={id} className="mb-1 font-medium">
        On this page
      </p>
      <HeadingList headings={headings} />
    </nav>
  );
}

export function HeadingList({ headings }: { headings: readonly GuideHeading[] }) {
  return (
    <ul>
      {headings.map((heading) => (
        <li key={heading.id} className={heading.depth === 3 ? "pl-3" : ""}>
          <a
            href={`#${heading.id}`}
            className="flex min-h-11 items-center py-1 leading-5 text-pretty text-muted hover:text-ink hover:underline hover:underline-offset-4 xl:min-h-0"
          >
            {heading.title}
          </a>
        </li>
      ))}
    </ul>
  );
}
