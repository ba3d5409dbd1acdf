"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { isCurrent, type NavEntry, type NavGroup } from "./nav.ts";

type NavListProps = { label: string; nav: readonly NavGroup[]; onGo?: () => void };

export function NavList({ label, nav, onGo }: NavListProps) {
  return (
    <nav aria-label={label} className="space-y-5">
      {nav.map(({ heading, entries }) => (
        <div key={heading ?? "first"}>
          {heading ? <p className="px-3 pb-1 text-xs text-muted">{heading}</p> : null}
          <ul>
            {entries.map((entry) => (
              <li key={entry.href}>
                <NavLink entry={entry} {...(onGo ? { onGo } : {})} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function NavLink({ entry, onGo }: { entry: NavEntry; onGo?: () => void }) {
  const current = isCurrent(entry, usePathname());
  const Icon = entry.icon;
  return (
    <Link
      href={entry.href}
      aria-current={current ? "page" : undefined}
      {...(onGo ? { onClick: onGo } : {})}
      className={`flex min-h-11 items-center gap-2.5 border-l-2 px-3 text-sm transition-colors md:min-h-9 ${current ? "border-pine bg-slip font-medium" : "border-transparent text-muted hover:text-ink"}`}
    >
      <Icon
        aria-hidden="true"
        className={`size-4 shrink-0 ${current ? "text-pine" : ""}`}
        strokeWidth={1.75}
      />
      {entry.label}
    </Link>
  );
}
