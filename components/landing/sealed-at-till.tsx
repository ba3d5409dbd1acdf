import { ArrowRight, BadgeCheck, Eye, Lock } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { EnvelopePart } from "#components/receipts/envelope-part.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { formatMoney } from "#lib/core/money.ts";
import { PADDED_TO } from "#lib/crypto/seal-receipt.ts";

export type SealedAtTillProps = {
  /** One payment with its receipt, and what is sent in place of the receipt if the till seals it. */
  ordinary: ReferencesInClear & {
    merchantName: string;
    terminalId: string;
    cashier: string;
    returnPolicy: string;
    taxes: { name: string; ratePercent: number; amount: number }[];
    items: { lineItemId: string; name: string; totalPrice: number }[];
  };
  sealed: {
    reservation: string;
    sealedReceipt: { header: { alg: string; kid: string }; ciphertext: string };
  };
};

type ReferencesInClear = {
  merchantId: string;
  receiptId: string;
  transactionId: string;
  amount: number;
  currency: string;
  recipientHashedPan: string;
};

/** What a till sends of a receipt that it sealed, beside what it sends of one that the service seals. */
export function SealedAtTill({ ordinary, sealed }: SealedAtTillProps) {
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-10 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] xl:items-start">
      <div>
        <p className="max-w-[60ch] leading-7 text-muted text-pretty">
          In an ordinary payment, the service reads the receipt while it seals it. A till can seal
          it instead. Then the service gets an amount, the shop’s references, and ciphertext, and
          has nothing else to log, leak, or hand over.
        </p>
        <ol className="mt-5 border-y border-line">
          {steps.map(({ call, what }) => (
            <li
              key={call}
              className="grid gap-x-4 border-dashed border-line py-2.5 text-sm not-last:border-b sm:grid-cols-[5rem_1fr]"
            >
              <code className="font-mono font-semibold">{call}</code>
              <span className="text-muted text-pretty">{what}</span>
            </li>
          ))}
        </ol>
        <p className="mt-5 flex max-w-[60ch] gap-3 text-sm leading-6">
          <BadgeCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-pine" />
          <span className="text-muted text-pretty">
            If the service names another key, the wallet shows it, provided the shop signs with a
            key that the wallet knows: the signature covers the key that was used.
          </span>
        </p>
        <p className="mt-4 max-w-[60ch] text-sm leading-6 text-muted text-pretty">
          What it still learns: amount, time, references, the card’s hash, and the length, in steps
          of {PADDED_TO / 1024} KiB if the till pads, as ours does. Until a card is registered, its
          receipts are sealed to the escrow key, which the service can use. If an issuer has the
          service decrypt a receipt, it has that one for the call. And the wallet’s code comes from
          the service.
        </p>
        <Link
          href="/docs/reference#sealed-at-the-till"
          className="mt-3 inline-flex min-h-11 items-center gap-2 font-medium text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep"
        >
          How a till seals a receipt
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
      <div className="grid gap-6 sm:grid-cols-2">
        <Received
          caption="The service receives, in an ordinary payment"
          body={ordinary}
          state={
            <>
              <Eye aria-hidden="true" className="size-4" />
              Readable, until it is sealed here
            </>
          }
        >
          <EnvelopePart name="merchantName">{ordinary.merchantName}</EnvelopePart>
          {ordinary.items.map(({ lineItemId, name, totalPrice }) => (
            <EnvelopePart key={lineItemId} name="item">
              {name}, {formatMoney({ amount: totalPrice, currency: ordinary.currency }, "en-US")}
            </EnvelopePart>
          ))}
          {ordinary.taxes.map(({ name, ratePercent, amount }) => (
            <EnvelopePart key={name} name="tax">
              {name} {ratePercent} %,{" "}
              {formatMoney({ amount, currency: ordinary.currency }, "en-US")}
            </EnvelopePart>
          ))}
          <EnvelopePart name="terminalId">{ordinary.terminalId}</EnvelopePart>
          <EnvelopePart name="cashier">{ordinary.cashier}</EnvelopePart>
          <EnvelopePart name="returnPolicy">{ordinary.returnPolicy}</EnvelopePart>
        </Received>
        <Received
          caption="It receives, when the till seals"
          body={ordinary}
          state={
            <>
              <Lock aria-hidden="true" className="size-4 text-sealed" />
              Sealed before it came
            </>
          }
        >
          <EnvelopePart name="reservation">{sealed.reservation}</EnvelopePart>
          <EnvelopePart name="alg">{sealed.sealedReceipt.header.alg}</EnvelopePart>
          <EnvelopePart name="kid">{sealed.sealedReceipt.header.kid}</EnvelopePart>
          <div className="pt-0.5">
            <dt className="text-muted">ciphertext</dt>
            <dd className="line-clamp-4 break-all">{sealed.sealedReceipt.ciphertext}</dd>
          </div>
        </Received>
      </div>
    </div>
  );
}

const steps = [
  { call: "prepare", what: "The service names the cardholder’s key and the id of the payment." },
  {
    call: "seal",
    what: "The till encrypts the receipt to that key. Programs in Python and TypeScript, and test vectors, are in the repository.",
  },
  {
    call: "create",
    what: "The service charges the amount and stores the envelope. For a card that is in a wallet, it has no key to open it.",
  },
];

type ReceivedProps = {
  caption: string;
  body: ReferencesInClear;
  /** Whether what follows can be read. */
  state: ReactNode;
  children: ReactNode;
};

/** What both have in the clear, and below it the receipt. */
function Received({ caption, body, state, children }: ReceivedProps) {
  return (
    <figure className="flex min-w-0 flex-col">
      <figcaption className="mb-3 text-sm text-muted">{caption}</figcaption>
      <Slip paper="copy">
        <div className="font-mono text-2xs">
          <dl className="space-y-0.5">
            <EnvelopePart name="merchantId">{body.merchantId}</EnvelopePart>
            <EnvelopePart name="receiptId">{body.receiptId}</EnvelopePart>
            <EnvelopePart name="transactionId">{body.transactionId}</EnvelopePart>
            <EnvelopePart name="amount">
              {body.amount} {body.currency}
            </EnvelopePart>
            <EnvelopePart name="card">{body.recipientHashedPan}</EnvelopePart>
          </dl>
          <p className="mt-4 mb-2 flex items-center gap-1.5 border-t border-dashed border-line pt-4 font-sans text-xs font-medium">
            {state}
          </p>
          <dl className="space-y-0.5">{children}</dl>
        </div>
      </Slip>
    </figure>
  );
}
