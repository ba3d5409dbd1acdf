import { Fragment, type ReactNode } from "react";
import { paymentRecipe } from "#components/quickstart/payment-recipe.ts";
import type { Recipe } from "#components/quickstart/recipe.ts";
import { registrationRecipe } from "#components/quickstart/registration-recipe.ts";

type FirstCallsProps = {
  /** The origin of this service. */
  origin: string;
  /** Below the issuer's call, which is the shorter one. */
  children: ReactNode;
};

/** The first calls of the quickstarts, ready to paste: a shop's, and a card issuer's. */
export function FirstCalls({ origin, children }: FirstCallsProps) {
  return (
    <div className="grid gap-x-14 gap-y-10 lg:grid-cols-2">
      <FirstCall
        id="first-payment"
        title="A shop takes a payment, and the service seals its receipt"
      >
        {writeShell(paymentRecipe, origin)}
      </FirstCall>
      <div className="min-w-0 space-y-8">
        <FirstCall id="first-key" title="A card issuer registers a card, with a key of the device">
          {writeShell(registrationRecipe, origin)}
        </FirstCall>
        {children}
      </div>
    </div>
  );
}

function writeShell({ snippets }: Recipe, origin: string): string {
  const shell = snippets.find(({ language }) => language === "curl");
  return shell?.write({ origin, outcome: "" }) ?? "";
}

function FirstCall({ id, title, children }: { id: string; title: string; children: string }) {
  // A narrow screen breaks an address after a slash; the copied text has no break.
  const pieces = children
    .split(/(?<=[a-z0-9]\/)/)
    .map((piece, place) => ({ piece, key: `piece-${place}` }));
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      <pre className="mt-3 border-l-2 border-pine bg-copy px-4 py-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
        <code className="select-all">
          {pieces.map(({ piece, key }) => (
            <Fragment key={key}>
              {piece}
              <wbr />
            </Fragment>
          ))}
        </code>
      </pre>
    </section>
  );
}
