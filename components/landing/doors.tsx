import { ArrowRight } from "lucide-react";
import Link from "next/link";

type DoorsProps = { hasDemo: boolean; signUp: boolean };

/** The three kinds of visitors, the benefit for each, and where to begin. */
export function Doors({ hasDemo, signUp }: DoorsProps) {
  const doors = [
    {
      who: "Build a point of sale",
      outcome:
        "Two calls if the till seals the receipt, one if the service does. The same payment sent twice is charged once.",
      action: { label: "Read the API reference", href: "/docs/reference" },
    },
    {
      who: "Issue cards",
      outcome:
        "Itemized receipts in your app: register a card, ask for consent, open on the device.",
      action: signUp
        ? { label: "Create an account", href: "/sign-up" }
        : { label: "Sign in", href: "/sign-in" },
    },
    {
      who: "Show it to your team",
      outcome: "Tap, wallet, consent, receipt: the whole path in a browser, without an account.",
      action: hasDemo
        ? { label: "Buy a coffee", href: "/demo" }
        : { label: "Open the wallet", href: "/wallet" },
    },
  ];
  return (
    <ul className="grid gap-4 md:gap-8 lg:grid-cols-3">
      {doors.map(({ who, outcome, action }) => (
        <li key={who} className="flex flex-col border border-line bg-slip p-5">
          <h3 className="text-lg font-medium tracking-tight">{who}</h3>
          <p className="mt-1.5 mb-5 text-sm leading-6 text-muted text-pretty">{outcome}</p>
          <Link
            href={action.href}
            className="mt-auto inline-flex min-h-11 items-center gap-2 self-start font-medium text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep"
          >
            {action.label}
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
