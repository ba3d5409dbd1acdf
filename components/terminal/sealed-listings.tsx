import { type ReactNode, useId } from "react";
import { gatewayRules } from "#lib/gateways/contract-rules.ts";
import { listInsideLines } from "#lib/terminal/inside-lines.ts";
import { listBodyLines, listSealedLines, shortenHashes } from "#lib/terminal/request-lines.ts";
import type { SealedPayment } from "#lib/terminal/seal-payment.ts";
import {
  CallListing,
  Entry,
  edges,
  insideNote,
  KeptEntries,
  ReceiptListing,
  type View,
} from "./listings.tsx";
import type { TillOrder } from "./use-till-payment.ts";

type SealedListingProps = { order: TillOrder; sealed: SealedPayment; view: View };

/** The calls of a payment whose receipt was sealed at the till, and what becomes of their parts. */
export function SealedListing({ order, sealed, view }: SealedListingProps) {
  const { environment, gateway } = order;
  const { recipient, reservation, body } = sealed;
  const path = `/api/v1/payments/${gateway}`;
  return (
    <Side title="The service received">
      <CallListing
        path={`${path}/prepare`}
        environment={environment}
        lines={listBodyLines(shortenHashes(recipient), () => "dropped")}
        view={view}
        name="First request"
      />
      <CallListing
        path={`${path}/create`}
        environment={environment}
        lines={listSealedLines(body, reservation)}
        view={view}
        name="Second request"
      />
      <SealedLegend gateway={gateway} keyKind={reservation.keyKind} />
    </Side>
  );
}

/** All that was sealed, and what of it was sent in the clear as well. */
export function InsideListing({ sealed }: { sealed: SealedPayment }) {
  const { inside, body, reservation } = sealed;
  return (
    <Side title="Sealed inside">
      <ReceiptListing lines={listInsideLines(inside, body)}>
        <p className="font-sans text-sm text-pretty">
          {reservation.keyKind === "escrow"
            ? "Sealed on this page to the service’s escrow key, since no wallet has this card yet: until a wallet has the receipt, the service could open it."
            : "Sealed on this page to the cardholder’s key: the service has none that opens it."}
        </p>
        <p className="mt-1.5 font-sans text-xs text-muted text-pretty">{insideNote}</p>
      </ReceiptListing>
    </Side>
  );
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 space-y-3">
      <h3 id={id} className="font-semibold tracking-tight">
        {title}
      </h3>
      {children}
    </section>
  );
}

type SealedLegendProps = {
  gateway: TillOrder["gateway"];
  keyKind: SealedPayment["reservation"]["keyKind"];
};

function SealedLegend({ gateway, keyKind }: SealedLegendProps) {
  const { takesCardNonce } = gatewayRules[gateway];
  return (
    <div className="text-sm">
      <dl className="space-y-1.5">
        <KeptEntries />
        <Entry edge={edges.passed_on} name="Passed on">
          {takesCardNonce
            ? "payment method and nonce, to the gateway"
            : "payment method, to the gateway"}
        </Entry>
        <Entry edge={edges.dropped} name="Not stored">
          the first request, and the reservation, which proves that the key is the one it named
        </Entry>
        {keyKind === "escrow" ? (
          <Entry edge={edges.escrow_envelope} name="Ciphertext in escrow">
            the receipt, until a wallet has it
          </Entry>
        ) : (
          <Entry edge={edges.envelope} name="Ciphertext">
            the receipt, kept as it came
          </Entry>
        )}
      </dl>
      <p className="mt-2.5 text-xs text-muted text-pretty">
        Until the gateway answers, what was passed on is stored with the payment, encrypted; the
        answer erases it.
      </p>
    </div>
  );
}
