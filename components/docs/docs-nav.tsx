import { docsGroups } from "./docs-pages.ts";

/** The pages of the documentation by group. Links are plain: each page is served from memory as a whole. */
export function DocsNav({ label, current }: { label: string; current: string }) {
  return (
    <nav aria-label={label} className="space-y-6 text-sm">
      <NavLink href="/docs" isCurrent={current === "/docs"}>
        Overview
      </NavLink>
      {docsGroups.map(({ title, pages }) => (
        <div key={title}>
          <p className="mb-1 border-l-2 border-transparent px-3 font-medium">{title}</p>
          <ul>
            {pages.map((page) => (
              <li key={page.href}>
                <NavLink href={page.href} isCurrent={page.href === current}>
                  {page.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

type NavLinkProps = { href: string; isCurrent: boolean; children: string };

function NavLink({ href, isCurrent, children }: NavLinkProps) {
  return (
    <a
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className="flex min-h-11 items-center border-l-2 border-transparent px-3 text-pretty text-muted hover:text-ink aria-[current=page]:border-pine aria-[current=page]:font-medium aria-[current=page]:text-ink lg:min-h-8 lg:py-1"
    >
      {children}
    </a>
  );
}
