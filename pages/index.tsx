import { ArrowRight } from "lucide-react";
import type { GetServerSideProps, PageConfig } from "next";
import Head from "next/head";
import Link from "next/link";
import type { ReactNode } from "react";
import example from "#app/(site)/example.json/example.json" with { type: "json" };
import { listHeaders, readOrigin } from "#app/(site)/read-origin.ts";
import { Doors } from "#components/landing/doors.tsx";
import { FirstCalls } from "#components/landing/first-calls.tsx";
import { HeroDemo } from "#components/landing/hero-demo.tsx";
import { AnyLibrary, Measured } from "#components/landing/proof.tsx";
import { Reasons } from "#components/landing/reasons.tsx";
import { IssuerScreens, MerchantScreens } from "#components/landing/screens.tsx";
import { SealedAtTill } from "#components/landing/sealed-at-till.tsx";
import { SiteFooter } from "#components/landing/site-footer.tsx";
import { SiteHeader } from "#components/landing/site-header.tsx";
import { WalletOnPhone } from "#components/landing/wallet-on-phone.tsx";
import { BlindSpots } from "#components/site/blind-spots.tsx";
import { ConsoleDoors } from "#components/site/console-doors.tsx";
import { FlowSteps } from "#components/site/flow-steps.tsx";
import { siteDescription } from "#components/ui/site-metadata.ts";
import { config as readConfig } from "#lib/config.ts";
import { admitsGuests } from "#lib/demo/organizations.ts";
import { openedReceipt } from "#lib/receipts/contract.ts";
import { examplePayments } from "#lib/service/openapi-examples.ts";
import { hasDemo } from "#lib/visits/visitors.ts";

// Next's older router can leave out its 120 KB of scripts, and nothing here needs any.
export const config: PageConfig = { unstable_runtimeJS: false };

const sealedExample = { ...example, receipt: openedReceipt.parse(example.receipt) };

type LandingPageProps = {
  origin: string;
  hasDemo: boolean;
  hasGuests: boolean;
  signUp: boolean;
  escrowDays: number;
  securityContact: string | null;
};

export const getServerSideProps: GetServerSideProps<LandingPageProps> = async ({ req }) => {
  const { baseUrl, escrowDays, signUp, securityContact = null } = readConfig();
  // Without a database there is no demo either, and the page is no less true.
  const demo = await hasDemo().catch(() => false);
  const hasGuests = demo && (await admitsGuests().catch(() => false));
  const origin = baseUrl ?? readOrigin(listHeaders(req));
  return { props: { origin, hasDemo: demo, hasGuests, signUp, escrowDays, securityContact } };
};

export default function LandingPage({
  origin,
  hasDemo,
  hasGuests,
  signUp,
  escrowDays,
  securityContact,
}: LandingPageProps) {
  const start = hasDemo
    ? { label: "Buy a coffee, open the receipt", href: "/demo", note: "One minute, no account." }
    : signUp
      ? { label: "Create an account", href: "/sign-up", note: "For merchants and card issuers." }
      : { label: "Sign in", href: "/sign-in", note: "For merchants and card issuers." };
  return (
    <div className="mx-auto max-w-[84rem] px-5 sm:px-10 lg:px-16">
      <Head>
        <title>Sealslip</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content={siteDescription} />
        <meta property="og:title" content="Receipts that only the cardholder can read" />
        <meta property="og:description" content={siteDescription} />
        <meta property="og:type" content="website" />
        <meta property="og:url" content={`${origin}/`} />
        <meta property="og:image" content={`${origin}/og.png`} />
        <meta name="twitter:card" content="summary_large_image" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      </Head>
      <SiteHeader signUp={signUp} />
      <main>
        <div className="grid grid-cols-1 gap-x-16 gap-y-12 pt-4 pb-12 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] xl:items-start">
          <div className="xl:pt-24">
            <h1 className="text-4xl leading-[1.05] font-medium tracking-[-0.035em] text-balance sm:text-5xl">
              Receipts that only the cardholder can read
            </h1>
            <p className="mt-5 max-w-[46ch] text-lg leading-7 text-muted text-pretty">
              The receipt of a card payment is sealed to the cardholder’s own key, by the till
              itself or by Sealslip, which keeps an envelope that it cannot open. A receipt whose
              card is not registered yet waits in escrow.
            </p>
            <p className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-3">
              <Link
                href={start.href}
                className="inline-flex items-center gap-2 bg-pine px-4 py-3 font-medium text-on-pine transition-colors hover:bg-pine-deep"
              >
                {start.label}
                <ArrowRight aria-hidden="true" className="size-4" />
              </Link>
              <span className="text-sm text-muted">{start.note}</span>
            </p>
          </div>
          <HeroDemo example={sealedExample} realDemo={hasDemo ? "/demo" : undefined} />
        </div>

        <h2 className="sr-only">How a receipt travels</h2>
        <FlowSteps />

        <Section id="sealed-at-the-till" title="The till can seal it before the service gets it">
          <SealedAtTill {...examplePayments} />
        </Section>

        <Section title="Where do you come in?">
          <Doors hasDemo={hasDemo} signUp={signUp} />
        </Section>

        {hasGuests ? (
          <Section id="consoles" title="Look around in the consoles">
            <ConsoleDoors />
          </Section>
        ) : null}

        <Section id="merchant" title="What merchants see">
          <MerchantScreens />
        </Section>

        <Section title="What card issuers see">
          <IssuerScreens />
        </Section>

        <Section title="Why seal a receipt">
          <Reasons />
        </Section>

        <Section title="See for yourself">
          <div className="grid gap-x-14 gap-y-10 md:grid-cols-2 lg:grid-cols-[5fr_6fr_4fr]">
            <BlindSpots escrowDays={escrowDays} />
            <AnyLibrary />
            <Measured />
          </div>
        </Section>

        <Section title="Begin">
          <FirstCalls origin={origin}>
            <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
              <TextLink href="/docs/reference">API reference</TextLink>
              {signUp ? <TextLink href="/sign-up">Create an account for a key</TextLink> : null}
            </p>
            <WalletOnPhone origin={origin} />
          </FirstCalls>
        </Section>
      </main>
      <SiteFooter
        hasDemo={hasDemo}
        signUp={signUp}
        securityContact={securityContact ?? undefined}
      />
    </div>
  );
}

type SectionProps = { id?: string; title: string; children: ReactNode };

function Section({ id, title, children }: SectionProps) {
  return (
    <section id={id} className="pt-16">
      <h2 className="mb-7 text-2xl font-medium tracking-[-0.02em]">{title}</h2>
      {children}
    </section>
  );
}

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-9 items-center font-medium text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep"
    >
      {children}
    </Link>
  );
}
