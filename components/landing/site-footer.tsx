import Link from "next/link";
import { HomeLink } from "#components/ui/home-link.tsx";

type SiteFooterProps = {
  hasDemo: boolean;
  signUp: boolean;
  /** Where to report a vulnerability: an https or a mailto address. */
  securityContact: string | undefined;
};

export function SiteFooter({ hasDemo, signUp, securityContact }: SiteFooterProps) {
  const columns = [
    {
      title: "Try it",
      links: [
        ...(hasDemo ? [{ label: "Buy a coffee", href: "/demo" }] : []),
        { label: "Wallet", href: hasDemo ? "/wallet?demo" : "/wallet" },
        { label: "Terminal", href: "/terminal" },
      ],
    },
    {
      title: "Build with it",
      links: [
        { label: "Docs", href: "/docs" },
        { label: "API reference", href: "/docs/reference" },
        { label: "OpenAPI document", href: "/api/v1/openapi.json" },
        { label: "Example envelope", href: "/example.json" },
      ],
    },
    {
      title: "Run it",
      links: [
        { label: "Sign in", href: "/sign-in" },
        ...(signUp ? [{ label: "Create an account", href: "/sign-up" }] : []),
        { label: "Status", href: "/status" },
        { label: "Changelog", href: "/changelog" },
        ...(securityContact ? [{ label: "Report a vulnerability", href: securityContact }] : []),
      ],
    },
  ];
  return (
    <footer className="mt-20 grid gap-x-12 gap-y-8 border-t border-line py-10 sm:grid-cols-[2fr_1fr_1fr_1fr]">
      <div>
        <HomeLink />
        <p className="mt-2 max-w-[34ch] text-sm text-muted">
          Receipts that only the cardholder can read.
        </p>
      </div>
      {columns.map(({ title, links }) => (
        <nav key={title} aria-label={title}>
          <p className="text-sm font-medium">{title}</p>
          <ul className="mt-1 text-sm">
            {links.map(({ label, href }) => (
              <li key={href}>
                <Link
                  href={href}
                  className="inline-flex min-h-9 items-center text-muted underline-offset-4 hover:text-ink hover:underline"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </footer>
  );
}
