import { ArrowRight } from "lucide-react";
import Link from "next/link";

type DoorsProps = { hasDemo: boolean; signUp: boolean };

/** The three kinds of people who come here, what each gets, and where to begin. */
export function Doors({ hasDemo, signUp }: DoorsProps) {
  const doors = [
    {
      id: "merchant",
      who: "Build a point of sale",
      outcome:
        "One call takes the payment and seals the receipt. The same call twice never charges twice.",
      picture: {
        name: "payment",
        shows: "A payment in the merchant console: its timeline and its envelope",
        width: 1440,
        height: 900,
        // Beside the navigation.
        crop: "w-[210%] -ml-[38%]",
      },
      action: { label: "Read the API reference", href: "/reference" },
    },
    {
      id: "issuer",
      who: "Issue cards",
      outcome:
        "Itemized receipts in your app: register a card, ask for consent, open on the device.",
      picture: {
        name: "issuer",
        shows: "The issuer console: cardholders, waiting receipts, and openings",
        width: 1440,
        height: 900,
        crop: "w-[210%] -ml-[38%]",
      },
      action: signUp
        ? { label: "Create an account", href: "/sign-up" }
        : { label: "Sign in", href: "/sign-in" },
    },
    {
      id: "team",
      who: "Show it to your team",
      outcome: "Tap, wallet, consent, receipt: the whole path in a browser, without an account.",
      picture: {
        name: "4-opened",
        shows: "A receipt that the wallet has opened",
        width: 390,
        height: 844,
        crop: "mx-auto mt-6 w-3/5 border border-line",
      },
      action: hasDemo
        ? { label: "Buy a coffee", href: "/demo" }
        : { label: "Open the wallet", href: "/wallet" },
    },
  ];
  return (
    <ul className="grid gap-8 lg:grid-cols-3">
      {doors.map(({ id, who, outcome, picture, action }) => (
        <li key={id} id={id} className="scroll-mt-24 flex flex-col border border-line bg-slip">
          <div className="aspect-[16/10] overflow-hidden border-b border-line bg-copy">
            <picture>
              <source
                media="(prefers-color-scheme: dark)"
                srcSet={`/pictures/${picture.name}-dark.png`}
              />
              <img
                src={`/pictures/${picture.name}-light.png`}
                alt={picture.shows}
                width={picture.width}
                height={picture.height}
                loading="lazy"
                className={`max-w-none ${picture.crop}`}
              />
            </picture>
          </div>
          <div className="flex grow flex-col p-5">
            <h3 className="text-lg font-medium tracking-tight">{who}</h3>
            <p className="mt-1.5 mb-5 text-sm leading-6 text-muted text-pretty">{outcome}</p>
            <Link
              href={action.href}
              className="mt-auto inline-flex min-h-11 items-center gap-2 self-start font-medium text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep"
            >
              {action.label}
              <ArrowRight aria-hidden="true" className="size-4" />
            </Link>
          </div>
        </li>
      ))}
    </ul>
  );
}
