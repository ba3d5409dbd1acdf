import { ArrowLeft } from "lucide-react";
import Link from "next/link";

/** Above the heading of one thing: the way back to the list that it is of. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      className="-my-2 inline-flex min-h-11 items-center gap-1.5 text-sm text-muted hover:text-ink md:min-h-9"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </Link>
  );
}
