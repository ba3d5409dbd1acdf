import Link from "next/link";
import { Mark } from "./mark.tsx";

export function HomeLink() {
  return (
    <Link
      href="/"
      // From every page, and seldom followed.
      prefetch={false}
      className="inline-flex items-center gap-2.5 text-lg font-semibold tracking-tight"
    >
      <Mark className="size-8" />
      Sealslip
    </Link>
  );
}
