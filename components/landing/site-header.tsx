import Link from "next/link";
import { HomeLink } from "#components/ui/home-link.tsx";

export function SiteHeader({ signUp }: { signUp: boolean }) {
  return (
    <header className="flex min-h-16 flex-wrap items-center gap-x-6 gap-y-1 py-3">
      <HomeLink />
      <nav
        aria-label="Site"
        className="ml-auto flex flex-wrap items-center gap-x-5 gap-y-1 sm:gap-6"
      >
        <Link href="/docs" className={link}>
          Docs
        </Link>
        <Link href="/docs/reference" className={`${link} max-sm:hidden`}>
          API reference
        </Link>
        <Link href="/sign-in" className={link}>
          Sign in
        </Link>
        {signUp ? (
          <Link
            href="/sign-up"
            className="inline-flex min-h-10 items-center border border-pine px-3 text-sm font-medium whitespace-nowrap text-pine hover:bg-pine hover:text-on-pine"
          >
            Create an account
          </Link>
        ) : null}
      </nav>
    </header>
  );
}

const link =
  "py-1 text-sm font-medium whitespace-nowrap text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep";
