"use client";

import Link from "next/link";
import { type ConsoleEntry, consolesOf } from "./consoles.ts";
import { useSession } from "./session.tsx";

/** Whose console this is, and the way to the other one for those who have two. */
export function OrganizationLine({ entry }: { entry: ConsoleEntry }) {
  const { organization } = useSession();
  const others = consolesOf(organization.kind).filter(({ name }) => name !== entry.name);
  return (
    <div className="min-w-0 text-sm">
      <p className="truncate font-medium">{organization.name}</p>
      <p className="text-xs text-muted">{entry.name}</p>
      {others.map(({ href, name }) => (
        <Link
          key={href}
          href={href}
          className="mt-1 inline-block py-1 text-xs text-pine underline underline-offset-4"
        >
          To the {name.toLowerCase()}
        </Link>
      ))}
    </div>
  );
}
