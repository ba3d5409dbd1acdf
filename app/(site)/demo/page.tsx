import type { Metadata } from "next";
import { ConsoleDoors } from "#components/site/console-doors.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Visit } from "#components/visit/visit.tsx";
import { config } from "#lib/config.ts";
import { admitsGuests } from "#lib/demo/organizations.ts";
import { hasDemo } from "#lib/visits/visitors.ts";

export const metadata: Metadata = {
  title: "Buy a coffee, open the receipt",
  description: "The whole path of a receipt in one minute, without an account.",
};

type DemoPageProps = { searchParams: Promise<{ consoles?: string }> };

export default async function DemoPage({ searchParams }: DemoPageProps) {
  if (!(await hasDemo())) return <NoDemo signUp={config().signUp} />;
  const isBusy = (await searchParams).consoles === "busy";
  return (
    <>
      <Visit />
      {(await admitsGuests()) ? <Consoles isBusy={isBusy} /> : null}
    </>
  );
}

/** The other side of the path: what the shop and the bank see. */
function Consoles({ isBusy }: { isBusy: boolean }) {
  return (
    <section aria-labelledby="consoles" className="mx-auto w-full max-w-6xl space-y-4 px-4 py-10">
      <h2 id="consoles" className="text-xl font-medium tracking-tight">
        What the shop and the bank see
      </h2>
      {isBusy ? (
        <p role="alert" className="text-sm">
          Too many people are looking around right now. Try again in a few minutes.
        </p>
      ) : null}
      <ConsoleDoors />
    </section>
  );
}

/** For installations without a demo. */
function NoDemo({ signUp }: { signUp: boolean }) {
  return (
    <Notice label="Demo" title="There is no demo here">
      <p>This installation works with real organizations only, so there is no coffee to buy.</p>
      <div className="space-y-3">
        {signUp ? (
          <ButtonLink href="/sign-up" prefetch={false} className="w-full">
            Create an organization
          </ButtonLink>
        ) : null}
        <ButtonLink href="/docs/reference" prefetch={false} look="secondary" className="w-full">
          API reference
        </ButtonLink>
      </div>
    </Notice>
  );
}
