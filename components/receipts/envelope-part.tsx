import type { ReactNode } from "react";

/** One line of what the service has: as much of the value as there is room for. */
export function EnvelopePart({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="w-24 shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 grow basis-24 truncate">{children}</dd>
    </div>
  );
}
