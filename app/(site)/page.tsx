import { ArrowRight } from "lucide-react";
import { headers } from "next/headers";
import Link from "next/link";
import { BlindSpots, StatusLegend } from "#components/site/blind-spots.tsx";
import { FirstCall } from "#components/site/first-call.tsx";
import { Audiences, FlowSteps } from "#components/site/flow-steps.tsx";
import { SealedPair } from "#components/site/sealed-pair.tsx";
import { ServiceStatusLine } from "#components/site/service-status.tsx";
import { HomeLink } from "#components/ui/home-link.tsx";
import { config } from "#lib/config.ts";
import { openedReceipt } from "#lib/receipts/contract.ts";
import example from "./example.json/example.json" with { type: "json" };
import { readOrigin } from "./read-origin.ts";

const sealedExample = { ...example, receipt: openedReceipt.parse(example.receipt) };

export default async function LandingPage() {
  const { baseUrl, escrowDays } = config();
  const origin = baseUrl ?? readOrigin(await headers());
  return (
    <div className="mx-auto max-w-[84rem] px-5 pb-6 sm:px-10 lg:px-16">
      <header className="flex min-h-16 flex-wrap items-center gap-x-6 gap-y-1 py-3">
        <HomeLink />
        <div className="ml-auto flex items-center gap-5 sm:gap-6">
          <Link
            href="/wallet?demo"
            className="py-1 text-sm font-medium whitespace-nowrap text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep"
          >
            Open the demo wallet
          </Link>
          <Link
            href="/reference"
            prefetch={false}
            className="py-1 text-sm font-medium whitespace-nowrap text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep"
          >
            API reference
          </Link>
          <Link
            href="/sign-in"
            prefetch={false}
            className="py-1 text-sm font-medium whitespace-nowrap text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep"
          >
            Sign in
          </Link>
        </div>
        <ServiceStatusLine />
      </header>

      <main>
        <div className="grid gap-x-16 gap-y-12 pt-4 pb-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] xl:items-center">
          <div>
            <h1 className="text-4xl leading-[1.05] font-medium tracking-[-0.035em] text-balance sm:text-5xl">
              Receipts that only the cardholder can read
            </h1>
            <p className="mt-5 max-w-[46ch] text-lg leading-7 text-muted text-pretty">
              Sealslip encrypts the receipt of a card payment to the cardholder’s own key while the
              card is still at the terminal, and keeps an envelope that it cannot open.
            </p>
            <p className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-3">
              <Link
                href="/demo"
                prefetch={false}
                className="inline-flex items-center gap-2 bg-pine px-4 py-3 font-medium text-on-pine transition-colors hover:bg-pine-deep"
              >
                Buy a coffee
                <ArrowRight aria-hidden="true" className="size-4" />
              </Link>
              <Link
                href="/terminal"
                prefetch={false}
                className="py-1 font-medium text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep"
              >
                Try the terminal
              </Link>
              <a
                href="/example.json"
                className="py-1 font-medium text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep"
              >
                Inspect this envelope
              </a>
            </p>
            <div className="mt-8">
              <FirstCall origin={origin} />
            </div>
          </div>
          <SealedPair example={sealedExample} />
        </div>

        <h2 className="sr-only">How a receipt travels</h2>
        <FlowSteps />

        <div className="grid gap-x-14 gap-y-10 pt-6 md:grid-cols-2 lg:grid-cols-[6fr_5fr_5.5fr]">
          <BlindSpots escrowDays={escrowDays} />
          <StatusLegend />
          <Audiences />
        </div>
      </main>
    </div>
  );
}
