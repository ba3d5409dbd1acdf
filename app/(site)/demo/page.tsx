import type { Metadata } from "next";
import { ButtonLink } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Visit } from "#components/visit/visit.tsx";
import { config } from "#lib/config.ts";
import { hasDemo } from "#lib/visits/visitors.ts";

export const metadata: Metadata = {
  title: "Buy a coffee, open the receipt",
  description: "The whole path of a receipt in one minute, without an account.",
};

export default async function DemoPage() {
  return (await hasDemo()) ? <Visit /> : <NoDemo signUp={config().signUp} />;
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
